import { createHash, randomUUID } from 'node:crypto';
import { faultPoint } from '../../database/fault-point.ts';
import { isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import { extensionOf } from '../../outside/files/file-types.ts';
import {
  ItemFailure,
  SourceFailure,
  type FetchedFile,
  type FileSource,
  type FoundItem,
} from '../../outside/integrations/source.ts';
import { arrivedFile, importStatements } from '../bank/import-statements.ts';
import { arrivedDocuments, IMPORT_EXTENSIONS } from '../document-imports/arrivals.ts';
import { uploadDocuments } from '../document-imports/upload.ts';
import { contextFor, isKnownAlready, problemOf, text, textOrNull, type Running, type RunTools } from './running.ts';
import {
  beginItem,
  endItem,
  itemOf,
  notedItems,
  rememberFingerprint,
  type BegunRun,
  type NotedItem,
} from '../../stores/integrations/runs.ts';

/** Files and messages of a source: each is taken in once, and one that cannot be taken holds no other up. */

/** A run takes so many; the rest waits for the next, which follows soon. */
const MOST_A_RUN = 100;
/** What could not be had so often is left alone, unless somebody asks for the run. */
const MOST_TRIES = 3;
/** A source that breaks off in the middle is opened again so often in a run. */
const MOST_OPENINGS = 4;
/** Beyond these, files are no statements of an account. */
const STATEMENT_EXTENSIONS: readonly string[] = [
  'cod',
  'coda',
  'bc2',
  'xml',
  'camt',
  'txt',
  'dat',
  'zip',
  'sta',
  'cfonb',
  'rlv',
  'afb',
];

interface Waiting extends FoundItem {
  readonly item: string;
}

export async function takeFiles(tools: RunTools, running: Running): Promise<void> {
  const { run, tally, signal } = running;
  let source: FileSource | null = await opened(tools, running);
  let openings = 1;
  try {
    const waiting = await waitingAt(tools, running, source);
    for (const [index, one] of waiting.entries()) {
      if (index === MOST_A_RUN || signal.aborted) return tally.leave(waiting.length - index);
      await beginItem(tools.pool, run.id, one.item);
      try {
        source ??= await opened(tools, running);
        for (const file of await source.fetch(one)) await takeFile(tools, running, file);
        await endItem(tools.pool, run.id, one.item, 'taken');
      } catch (error) {
        if (!(error instanceof ItemFailure || error instanceof SourceFailure)) throw error;
        const of = error instanceof ItemFailure ? 'item_' : '';
        tally.fail(one.name, { code: `integration_${of}${error.problem}` });
        await endItem(tools.pool, run.id, one.item, 'failed');
        if (error instanceof ItemFailure) continue;
        // Whether it was this one that broke the line shows with the next.
        await source?.close();
        source = null;
        openings += 1;
        if (openings > MOST_OPENINGS) throw error;
      }
    }
  } finally {
    await source?.close();
  }
}

/** What is new comes first, what could not be had before behind it. */
async function waitingAt({ pool }: RunTools, { run, tally }: Running, source: FileSource): Promise<readonly Waiting[]> {
  const place = identityOf(run);
  const found = (await source.list()).map((one) => ({ ...one, item: itemOf(place, one.place) }));
  tally.count('found', found.length);
  const noted = await notedItems(
    pool,
    run.id,
    found.map(({ item }) => item),
  );
  const isWorthTrying = ({ outcome, tries }: NotedItem): boolean =>
    outcome !== 'taken' && (run.trigger === 'request' || tries < MOST_TRIES);
  const [fresh, again]: [Waiting[], Waiting[]] = [[], []];
  for (const one of found) {
    const known = noted.get(one.item);
    if (!known) fresh.push(one);
    else if (isWorthTrying(known)) again.push(one);
  }
  return [...fresh, ...again];
}

/** Which source it is: another folder has other things at the same places. */
const identityOf = ({ kind, settings }: BegunRun): string =>
  JSON.stringify([kind, ...['host', 'endpoint', 'bucket', 'user', 'folder'].map((name) => settings[name] ?? null)]);

async function opened({ connectors, pool }: RunTools, { run, secrets }: Running): Promise<FileSource> {
  const { kind, settings } = run;
  const access = {
    user: text(settings, 'user'),
    password: secrets['password'] ?? '',
    folder: text(settings, 'folder'),
  };
  const place = { host: text(settings, 'host'), port: Number(settings['port']) };
  switch (kind) {
    case 'imap_documents':
      return connectors.imap({
        ...{ ...place, ...access, since: textOrNull(settings, 'since') },
        security: settings['security'] === 'starttls' ? 'starttls' : 'tls',
      });
    case 's3_files':
      return connectors.s3({
        ...{ ...access, endpoint: textOrNull(settings, 'endpoint'), region: text(settings, 'region') },
        ...{ bucket: text(settings, 'bucket'), path_style: settings['path_style'] === true },
      });
    default: {
      const named = textOrNull(settings, 'fingerprint');
      const source = await connectors.sftp({
        ...{ ...place, ...access, password: secrets['password'] ?? null, identity: secrets['identity'] ?? null },
        // Whom it was the first time, it must be for ever, unless somebody says otherwise.
        fingerprint: named ?? run.fingerprint,
      });
      if (named === null && run.fingerprint === null) await rememberFingerprint(pool, run.id, source.fingerprint);
      return source;
    }
  }
}

const KNOWN: ReadonlySet<string> = new Set(['statement_already_imported', 'statement_already_imported_in']);

/** One file by what it holds: the same content under another name, or in another message, is the same. */
async function takeFile(tools: RunTools, running: Running, file: FetchedFile): Promise<void> {
  const { run, tally } = running;
  const isStatement = run.settings['content'] === 'statements';
  const extensions = isStatement ? STATEMENT_EXTENSIONS : IMPORT_EXTENSIONS;
  if (!extensions.includes(extensionOf(file.name)) || file.content.length === 0) return tally.count('skipped');
  const sha256 = createHash('sha256').update(file.content).digest('hex');
  const received = await tools.files.receive(pieces(file.content));
  try {
    const context = contextFor(`File ${sha256}`, run);
    const outcome = isStatement
      ? await takeStatements(tools, run, arrivedFile(file.name, received), context)
      : await takeDocument(tools, run, { name: file.name, ...received }, context);
    faultPoint('after-integration-import');
    if (isKnownAlready(outcome, KNOWN)) tally.count('skipped');
    else if (outcome !== null) tally.fail(file.name, problemOf(outcome));
    else tally.count('taken');
  } finally {
    await received.discard();
  }
}

async function takeDocument(
  tools: RunTools,
  { company_id }: BegunRun,
  file: Parameters<typeof arrivedDocuments>[0][number],
  context: ReturnType<typeof contextFor>,
): Promise<Refusal | null> {
  const arrived = await arrivedDocuments([file], tools.files);
  if (isRefusal(arrived)) return arrived;
  try {
    const { documents } = arrived;
    const uploaded = await uploadDocuments(tools, company_id, { batchId: randomUUID(), documents }, context);
    return isRefusal(uploaded) ? uploaded : null;
  } finally {
    await arrived.discard();
  }
}

/** The first that was refused of what a file holds; an archive holds several. */
async function takeStatements(
  tools: RunTools,
  { company_id }: BegunRun,
  file: ReturnType<typeof arrivedFile>,
  context: ReturnType<typeof contextFor>,
): Promise<Refusal | null> {
  const imported = await importStatements(tools, company_id, [file], context);
  const refused = imported.map(({ outcome }) => outcome).filter(isRefusal);
  const serious = refused.filter((one) => !isKnownAlready(one, KNOWN));
  if (imported.length === 0) return refuse('archive_unreadable' satisfies Problem['code']);
  return serious[0] ?? (refused.length === imported.length ? (refused[0] ?? null) : null);
}

async function* pieces(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
