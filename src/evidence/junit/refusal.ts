/** Why a file is not read as a report. Codes are stable; rules and tests go by them, people by the message. */

/** Every refusal code, with the sentence that says what kind of fault it stands for. */
export const REFUSALS = {
  absent: 'There is no such file',
  symlink: 'The path is a symbolic link',
  folder: 'The path is a folder',
  special: 'The path is a FIFO, a socket or a device',
  unreadable: 'The system did not let the file be read',
  outside: 'The real path leaves the allowed roots',
  unstored: 'The file yields other bytes than its size says',
  changed: 'The file changed while it was read',
  empty: 'The file holds nothing',
  truncated: 'The document ends before its root element does',
  malformed: 'The document is not well-formed XML',
  'two-roots': 'A second root element or document follows the first',
  'wrong-root': 'The root element is not one of a JUnit report',
  html: 'The file is an HTML page',
  doctype: 'The document declares a DOCTYPE',
  encoding: 'The document is in, or declares, another encoding than UTF-8',
  'invalid-utf8': 'The bytes are not valid UTF-8',
  nul: 'The document holds a NUL character',
  'control-character': 'The document holds a raw control character',
  'bad-count': 'A counting attribute holds no count',
  'limit-bytes': 'The file is larger than the limit',
  'limit-depth': 'Elements are nested deeper than the limit',
  'limit-attributes': 'An element has more attributes than the limit',
  'limit-name': 'A name is longer than the limit',
  'limit-value': 'An attribute value is longer than the limit',
  'limit-cases': 'The report holds more test cases than the limit',
  'limit-suites': 'The report holds more suites than the limit',
  'limit-kept': 'The names and values to be kept are longer than the limit',
} as const;

export type RefusalCode = keyof typeof REFUSALS;

/** A place in the document: line and column count from 1, columns in Unicode characters. */
export type Position = { readonly line: number; readonly column: number };

/** The option that moves a limit, by the refusal that it causes. */
const LIMIT_OPTIONS: Readonly<Partial<Record<RefusalCode, string>>> = {
  'limit-bytes': 'bytes',
  'limit-depth': 'depth',
  'limit-attributes': 'attributes',
  'limit-name': 'name-length',
  'limit-value': 'value-length',
  'limit-cases': 'cases',
  'limit-suites': 'suites',
  'limit-kept': 'kept-length',
};

/** Thrown inside the reader, never past it: `readReport` turns it into a refused reading. */
export class ReportRefusal extends Error {
  override readonly name = 'ReportRefusal';
  readonly code: RefusalCode;
  readonly position: Position | undefined;
  constructor(code: RefusalCode, message: string, position?: Position) {
    const limit = LIMIT_OPTIONS[code];
    const whole = limit === undefined ? message : `${message}; where such a report is meant, raise the limit: --report-limit ${limit}=COUNT`;
    super(position === undefined ? whole : `Line ${position.line}, column ${position.column}: ${whole}`);
    this.code = code;
    this.position = position;
  }
}
