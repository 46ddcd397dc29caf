import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

/**
 * Loads a script whose first line names its content, `/* <hash> *\/`, and keeps what V8 has compiled of it in a file
 * beside it: compiling the service takes a third of its start and a quarter of its memory. Node 20 can do this for
 * scripts but not for modules. What is kept includes the modules that `loadRest` of the script loads, if it has one.
 */
export async function loadScript<Exports>(file: string): Promise<Exports> {
  const source = readFileSync(file, 'latin1');
  const kept = `${file}.${readContentHash(source)}-${cachedDataVersionTag()}.compiled`;
  const compiled = readKept(kept);
  const script = new Script(`(function (exports, require, module, __filename, __dirname, Import) {${source}\n})`, {
    filename: pathToFileURL(file).href,
    ...(compiled && { cachedData: compiled }),
  });
  const module: { readonly exports: { loadRest?(): Promise<unknown> } } = { exports: {} };
  const evaluate = script.runInThisContext() as (...given: unknown[]) => void;
  evaluate(module.exports, createRequire(file), module, file, dirname(file), (name: string) => import(name));
  // Now it has the functions that every start calls. Settings of V8 that change later would make it invalid.
  if (!compiled || script.cachedDataRejected) {
    await module.exports.loadRest?.();
    writeKept(kept, script.createCachedData());
  }
  return module.exports as Exports;
}

/** V8 compares only the length of the source with the one that was compiled. */
function readContentHash(source: string): string {
  const hash = /^\/\* (\w+) \*\//.exec(source)?.[1];
  if (hash === undefined) throw new Error('The first line of a script whose compiled code is kept names its content.');
  return hash;
}

/** Detects damage, not tampering: a person who can write this file can also write the script. */
const DIGEST_BYTES = 20;
const digest = (content: Buffer): Buffer => createHash('sha1').update(content).digest();

/** Followed by its digest: V8 ends the process, or runs anything, if a power failure has left only a part on the disk. */
function readKept(file: string): Buffer | undefined {
  try {
    const content = readFileSync(file);
    const compiled = content.subarray(0, -DIGEST_BYTES);
    return digest(compiled).equals(content.subarray(-DIGEST_BYTES)) ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/** Two processes may start at once. In the image nothing can be written, and nothing has to be. */
function writeKept(file: string, compiled: Buffer): void {
  try {
    writeFileSync(`${file}.${process.pid}`, Buffer.concat([compiled, digest(compiled)]));
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // The next start compiles again.
  }
}
