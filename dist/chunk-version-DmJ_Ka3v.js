// src/model/version.ts
/** Version of the program, as package.json has it; a test keeps the two equal. */
const VERSION = "0.1.0";

export { VERSION as t };