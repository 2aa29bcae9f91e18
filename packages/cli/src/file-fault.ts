/** Why a file could not be read or written, as a sentence. */
export function fileFault(file: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new Error(sentences.get(code)?.(file) ?? `The file ${file} cannot be used (${code || error}).`);
}

const sentences: ReadonlyMap<string, (file: string) => string> = new Map([
  ['ENOENT', (file) => `There is no file ${file}, or no such folder. Look at its path.`],
  ['ENOTDIR', (file) => `There is no file ${file}, or no such folder. Look at its path.`],
  ['EISDIR', (file) => `${file} is a folder. Name a file.`],
  ['EEXIST', (file) => `The file ${file} is there already, and is not written over. Name another, or move it away.`],
  ['EACCES', (file) => `You may not use the file ${file}. Look at whose it is.`],
  ['EROFS', (file) => `${file} cannot be written: nothing can be, there. Name a file elsewhere.`],
]);
