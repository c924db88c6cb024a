/** Zip files byte by byte, so that a test can write those that no packer writes (APPNOTE 6.3). */
import { deflateRawSync, crc32 } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content?: Buffer | string;
  /** Unix mode with its type; `null` leaves the attributes empty, as packers of other systems do. */
  readonly mode?: number | null;
  /** What the headers say the unpacked size is. */
  readonly announced?: number;
  readonly encrypted?: boolean;
  /** Bytes stored as if they were the packed form. */
  readonly packed?: Buffer;
}

/** A zip file with these entries in their order. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content = '', mode = 0o100644, announced, encrypted = false, packed } of entries) {
    const bytes = Buffer.from(content);
    const data = packed ?? deflateRawSync(bytes);
    const nameBytes = Buffer.from(name, 'latin1');
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(encrypted ? 1 : 0, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(announced ?? bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(mode === null ? 0 : (mode << 16) >>> 0, 6);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), Buffer.from(mode === null ? [20, 0] : [20, 3]), common, rest, nameBytes);
    locals.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, central, end]);
}
