/** A process that moves one file, to be killed: `mover.ts FROM TO INODE MTIME_NS SHA256`. Says when it begins. */
import { moveFile } from '../../src/evidence/move-file.ts';

const [from = '', to = '', ino = '', mtimeNs = '', sha256 = ''] = process.argv.slice(2);
process.stdout.write('begin\n', () => {
  moveFile(from, to, { ino, mtimeNs, sha256 });
});
