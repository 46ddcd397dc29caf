import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { VERSION } from '../../support/version.ts';
import { openDraft } from '../archive/draft.ts';
import { UserMistake } from '../script.ts';

/**
 * A backup of the keys: lines of JSON, the last of which has the SHA-256 of all others. Keys are wrapped as they are in
 * the vault, so that the file is of no use without APP_KEY. The list of erasures is always complete; a file without keys
 * is the list alone.
 */
export interface KeysHeader {
  readonly kind: 'grandlivre-keys' | 'grandlivre-erasures';
  readonly format: 1;
  readonly made_at: string;
  readonly version: string;
  /** End of the log when the file was made: erasures after it are not in the list. */
  readonly position: number;
}

export interface StoredKey {
  readonly id: string;
  /** Base64. */
  readonly wrapped: string;
  readonly created_at: string;
}

export interface Erasure {
  readonly key_id: string;
  readonly company_id: number | null;
  readonly position: number | null;
  readonly erased_at: string;
}

export type KeysRecord =
  | { readonly kind: 'key'; readonly key: StoredKey }
  | { readonly kind: 'erasure'; readonly erasure: Erasure };

export interface KeysCount {
  readonly keys: number;
  readonly erasures: number;
}

/** Written under another name until it is complete; readable by its owner only. */
export async function writeKeysFile(
  path: string,
  header: Pick<KeysHeader, 'kind' | 'made_at' | 'position'>,
  records: AsyncIterable<KeysRecord>,
): Promise<KeysCount> {
  const draft = await openDraft(path);
  try {
    const hash = createHash('sha256');
    const write = async (line: object): Promise<void> => {
      const text = `${JSON.stringify(line)}\n`;
      hash.update(text);
      await draft.file.write(text);
    };
    await write({ kind: header.kind, format: 1, made_at: header.made_at, version: VERSION, position: header.position });
    let [keys, erasures] = [0, 0];
    for await (const record of records) {
      await write(record);
      if (record.kind === 'key') keys += 1;
      else erasures += 1;
    }
    await draft.file.write(`${JSON.stringify({ kind: 'end', keys, erasures, sha256: hash.digest('hex') })}\n`);
    await draft.file.sync();
    await draft.file.close();
    await rename(draft.path, path);
    await draft.release();
    return { keys, erasures };
  } catch (error) {
    await draft.file.close().catch(() => undefined);
    await rm(draft.path, { force: true });
    await draft.release();
    throw error;
  }
}

/** Reads the whole file once and checks it, before anything is done with it. @throws UserMistake */
export async function checkKeysFile(path: string): Promise<KeysHeader & KeysCount> {
  let header: KeysHeader | null = null;
  let end: EndLine | null = null;
  let [keys, erasures] = [0, 0];
  const hash = createHash('sha256');
  for await (const text of readLines(path)) {
    if (end !== null) throw new UserMistake(`${path} is damaged: lines follow its end`);
    const line = parseLine(path, text);
    if (header === null) header = requireHeader(path, line);
    else if (isEnd(line)) end = line;
    else if (isKeyLine(line)) keys += 1;
    else if (isErasureLine(line)) erasures += 1;
    else throw new UserMistake(`${path} is damaged: a line is neither a key nor an erasure`);
    if (end === null) hash.update(`${text}\n`);
  }
  if (header === null) throw createForeignMistake(path);
  if (end === null) throw new UserMistake(`${path} is incomplete: it breaks off`);
  requireSame(path, end, { keys, erasures }, hash);
  return { ...header, keys, erasures };
}

/** The records of a file that was checked. */
export async function* readKeysFile(path: string): AsyncGenerator<KeysRecord> {
  for await (const text of readLines(path)) {
    const line = parseLine(path, text);
    if (isKeyLine(line) || isErasureLine(line)) yield line;
  }
}

interface EndLine extends KeysCount {
  readonly kind: 'end';
  readonly sha256: string;
}

async function* readLines(path: string): AsyncGenerator<string> {
  const source = createReadStream(path, 'utf8');
  const failed = new Promise<never>((_, reject) => source.once('error', reject));
  failed.catch(() => undefined);
  try {
    yield* createInterface({ input: source, crlfDelay: Infinity });
    if (source.errored) await failed;
  } catch (error) {
    if (error instanceof UserMistake) throw error;
    throw new UserMistake(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  } finally {
    source.destroy();
  }
}

function parseLine(path: string, text: string): object {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === 'object' && line !== null) return line;
  } catch {
    // Reported below.
  }
  throw createForeignMistake(path);
}

function requireHeader(path: string, line: object): KeysHeader {
  const { kind, format } = line as Partial<KeysHeader>;
  if (kind !== 'grandlivre-keys' && kind !== 'grandlivre-erasures') throw createForeignMistake(path);
  if (format !== 1) throw new UserMistake(`${path} was made by a newer version of Grandlivre`);
  return line as KeysHeader;
}

function requireSame(path: string, end: EndLine, { keys, erasures }: KeysCount, hash: Hash): void {
  if (end.sha256 !== hash.digest('hex') || end.keys !== keys || end.erasures !== erasures)
    throw new UserMistake(`${path} is damaged: its content does not match its checksum`);
}

const createForeignMistake = (path: string): UserMistake =>
  new UserMistake(`${path} is not a backup of keys, nor a list of erasures`);

const isEnd = (line: object): line is EndLine => 'kind' in line && line.kind === 'end';
const isKeyLine = (line: object): line is Extract<KeysRecord, { readonly kind: 'key' }> =>
  'kind' in line && line.kind === 'key' && 'key' in line;
const isErasureLine = (line: object): line is Extract<KeysRecord, { readonly kind: 'erasure' }> =>
  'kind' in line && line.kind === 'erasure' && 'erasure' in line;
