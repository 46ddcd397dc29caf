import { createHash } from 'node:crypto';
import { passFaultPoint } from '../../database/fault-point.ts';
import { isReceipt } from '../../domain/document-imports/receipts.ts';
import { isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import { getExtension } from '../../outside/files/file-types.ts';
import {
  ItemFailure,
  SourceFailure,
  type FetchedFile,
  type FileSource,
  type FoundItem,
} from '../../outside/integrations/source.ts';
import { toArrivedBankFile, importStatements } from '../bank/import-statements.ts';
import { examineUploads, IMPORT_EXTENSIONS } from '../document-imports/arrivals.ts';
import { uploadDocuments } from '../document-imports/upload.ts';
import {
  createItemContext,
  isKnownAlready,
  getFirstProblem,
  getTextSetting,
  findTextSetting,
  type Running,
  type RunTools,
} from './running.ts';
import {
  beginItem,
  endItem,
  hashItem,
  readItemStates,
  saveFingerprint,
  type BegunRun,
  type NotedItem,
} from '../../stores/integrations/runs.ts';

/** Imports files and messages of a source: each once, and a failure of one does not hold up the others. */

/** Limit per run; the rest waits for the next run, which follows soon. */
const MOST_A_RUN = 100;
/** An item that failed this often is retried only by a requested run. */
const MOST_TRIES = 3;
/** How often a source is opened per run if its connection breaks. */
const MOST_OPENINGS = 4;
/** Files with other extensions are not bank statements. */
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
  'mt940',
  '940',
  'swi',
  'mta',
  'ofx',
  'qfx',
];

interface Waiting extends FoundItem {
  readonly item: string;
}

export async function importFiles(tools: RunTools, running: Running): Promise<void> {
  const { run, tally, signal } = running;
  let source: FileSource | null = await openSource(tools, running);
  let openings = 1;
  try {
    const waiting = await listWaitingItems(tools, running, source);
    for (const [index, one] of waiting.entries()) {
      if (index === MOST_A_RUN || signal.aborted) return tally.recordLeft(waiting.length - index);
      await beginItem(tools.pool, run.id, one.item);
      try {
        source ??= await openSource(tools, running);
        const batchId = toBatchId(one.item);
        for (const file of await source.fetchFiles(one)) await importFile(tools, running, file, batchId);
        await endItem(tools.pool, run.id, one.item, 'taken');
      } catch (error) {
        if (!(error instanceof ItemFailure || error instanceof SourceFailure)) throw error;
        const of = error instanceof ItemFailure ? 'item_' : '';
        tally.recordFailure(one.name, { code: `integration_${of}${error.problem}` });
        await endItem(tools.pool, run.id, one.item, 'failed');
        if (error instanceof ItemFailure) continue;
        // The next item shows whether this one broke the connection.
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

/** New items first, then items that failed before. */
async function listWaitingItems(
  { pool }: RunTools,
  { run, tally }: Running,
  source: FileSource,
): Promise<readonly Waiting[]> {
  const place = buildSourceKey(run);
  const found = (await source.listItems()).map((one) => ({ ...one, item: hashItem(place, one.place) }));
  tally.count('found', found.length);
  const noted = await readItemStates(
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

/** Identifies the source, since another folder has other files at the same places. */
const buildSourceKey = ({ kind, settings }: BegunRun): string =>
  JSON.stringify([kind, ...['host', 'endpoint', 'bucket', 'user', 'folder'].map((name) => settings[name] ?? null)]);

async function openSource({ connectors, pool }: RunTools, { run, secrets }: Running): Promise<FileSource> {
  const { kind, settings } = run;
  const access = {
    user: getTextSetting(settings, 'user'),
    password: secrets['password'] ?? '',
    folder: getTextSetting(settings, 'folder'),
  };
  const place = { host: getTextSetting(settings, 'host'), port: Number(settings['port']) };
  switch (kind) {
    case 'imap_documents':
      return connectors.imap({
        ...place,
        ...access,
        since: findTextSetting(settings, 'since'),
        security: settings['security'] === 'starttls' ? 'starttls' : 'tls',
      });
    case 's3_files':
      return connectors.s3({
        ...access,
        endpoint: findTextSetting(settings, 'endpoint'),
        region: getTextSetting(settings, 'region'),
        bucket: getTextSetting(settings, 'bucket'),
        path_style: settings['path_style'] === true,
      });
    default: {
      const named = findTextSetting(settings, 'fingerprint');
      const source = await connectors.sftp({
        ...place,
        ...access,
        password: secrets['password'] ?? null,
        identity: secrets['identity'] ?? null,
        // The server key of the first connection is required from then on, unless the settings name another.
        fingerprint: named ?? run.fingerprint,
      });
      if (named === null && run.fingerprint === null) await saveFingerprint(pool, run.id, source.fingerprint);
      return source;
    }
  }
}

/** Files that came together, such as the attachments of one message, form one batch, also if a run is repeated. */
function toBatchId(item: string): string {
  const digits = createHash('sha256').update(`batch ${item}`).digest('hex');
  const [first, second, third] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(13, 16)];
  return `${first}-${second}-4${third}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

const KNOWN: ReadonlySet<string> = new Set(['statement_already_imported', 'statement_already_imported_in']);

/** Imports one file, identified by its content: the same content under another name or in another message is skipped. */
async function importFile(tools: RunTools, running: Running, file: FetchedFile, batchId: string): Promise<void> {
  const { run, tally } = running;
  const isStatement = run.settings['content'] === 'statements';
  const extensions = isStatement ? STATEMENT_EXTENSIONS : IMPORT_EXTENSIONS;
  const isText = file.bodyText !== undefined;
  // The text of a message is a document only if it is a receipt.
  if (isText && (isStatement || !isReceipt(file.bodyText))) return tally.count('skipped');
  if (!extensions.includes(getExtension(file.name)) || file.content.length === 0) return tally.count('skipped');
  const sha256 = createHash('sha256').update(file.content).digest('hex');
  const received = await tools.files.receive(streamContent(file.content));
  try {
    const context = createItemContext(`File ${sha256}`, run);
    const outcome = isStatement
      ? await importStatementFile(tools, run, toArrivedBankFile(file.name, received), context)
      : await importDocument(tools, run, { name: file.name, ...received }, { batchId, context });
    passFaultPoint('after-integration-import');
    if (isKnownAlready(outcome, KNOWN)) tally.count('skipped');
    else if (outcome !== null) tally.recordFailure(file.name, getFirstProblem(outcome));
    else tally.count('taken');
  } finally {
    await received.discard();
  }
}

async function importDocument(
  tools: RunTools,
  { company_id }: BegunRun,
  file: Parameters<typeof examineUploads>[0][number],
  { batchId, context }: { readonly batchId: string; readonly context: ReturnType<typeof createItemContext> },
): Promise<Refusal | null> {
  const arrived = await examineUploads([file], tools.files);
  if (isRefusal(arrived)) return arrived;
  try {
    const { documents } = arrived;
    const uploaded = await uploadDocuments(tools, company_id, { batchId, documents }, context);
    return isRefusal(uploaded) ? uploaded : null;
  } finally {
    await arrived.discardUnpacked();
  }
}

/** Imports the statements of a file or archive. Returns the first refusal that matters. */
async function importStatementFile(
  tools: RunTools,
  { company_id }: BegunRun,
  file: ReturnType<typeof toArrivedBankFile>,
  context: ReturnType<typeof createItemContext>,
): Promise<Refusal | null> {
  const imported = await importStatements(tools, company_id, [file], context);
  const refused = imported.map(({ outcome }) => outcome).filter(isRefusal);
  const serious = refused.filter((one) => !isKnownAlready(one, KNOWN));
  if (imported.length === 0) return refuse('archive_unreadable' satisfies Problem['code']);
  return serious[0] ?? (refused.length === imported.length ? (refused[0] ?? null) : null);
}

async function* streamContent(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
