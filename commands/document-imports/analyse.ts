import { setTimeout as pause } from 'node:timers/promises';
import { passFaultPoint } from '../../database/fault-point.ts';
import { OwnershipLost, type Owner } from '../../database/owners.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { toBookDate } from '../../domain/dates.ts';
import { summariseLongSheet } from '../../domain/document-imports/analysis.ts';
import { keepUnchangedFields } from '../../domain/document-imports/fields.ts';
import { findAnalysisRefusal, type RecordAnalysis } from '../../domain/document-imports/imports.ts';
import type { ImportPreview } from '../../domain/document-imports/import-events.ts';
import { isReliable as isSure } from '../../domain/document-imports/extraction/index.ts';
import { needsReview } from '../../domain/e-invoicing/index.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { StorageUnavailable } from '../../outside/files/failures.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { loadDocumentImportFacts, type ImportFacts } from '../../projections/document-imports/facts.ts';
import { listWaitingImports } from '../../projections/document-imports/queries.ts';
import { listKnownThirdParties } from '../../projections/document-imports/similar.ts';
import { createSystemContext, type CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { claimImport, type Claim } from '../../stores/document-imports/claims.ts';
import { determineOutcomes } from './outcomes.ts';
import { joinImages } from './join-images.ts';
import { copyParts, recordSplit } from './split.ts';
import { joinAnalysis, shareAnalysis } from './shared-analysis.ts';
import { getOwnIdentity } from './own-identity.ts';
import type { DocumentReader } from '../document-analysis/index.ts';
import { readStructured, type FileReading } from './structured.ts';
import { findVersionConflict } from '../../domain/versions.ts';

/** Analyses waiting documents, on request or by the workers, which are notified of each upload. */

export interface AnalysisToolbox extends Toolbox {
  readonly files: FileStore;
  readonly documentReader: DocumentReader;
  readonly owner: Owner;
}

/** A document whose analysis has crashed this many processes is not retried automatically. */
const MOST_ATTEMPTS = 3;
/** How long a request waits for another process that is analysing the same document. */
const LONGEST_WAIT_MS = 150_000;
const LOOK_AGAIN_MS = 250;

export interface RequestedAnalysis {
  readonly importId: number;
  readonly firmId: number | null;
  readonly baseVersion: number | null;
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal;
}

/** Returns when the analysis is finished, even if another request or process has done it. */
export async function processImport(
  toolbox: AnalysisToolbox,
  companyId: number,
  { importId, firmId, baseVersion, signal }: RequestedAnalysis,
  context: CommandContext,
): Promise<Refusal | { readonly isRecorded: boolean }> {
  const latest = performance.now() + LONGEST_WAIT_MS;
  const before = await loadDocumentImportFacts(toolbox.pool, companyId, importId);
  const conflict = findVersionConflict(before, baseVersion);
  if (conflict) return conflict;
  for (let facts = before; ; facts = await loadDocumentImportFacts(toolbox.pool, companyId, importId)) {
    if (!facts) return refuse('not_found');
    const refused = findAnalysisRefusal(facts);
    if (refused) return refused;
    // Another process has finished it in the meantime, successfully or not.
    if (refused === undefined || facts.version !== before!.version) return { isRecorded: false };
    if (await joinAnalysis(toolbox.documentReader, importId, signal)) continue;
    const claim = await claimImport(toolbox.pool, toolbox.owner.getTerm(), companyId, importId);
    const recorded =
      claim && (await analyseForRequest(toolbox, companyId, { seen: facts, claim, firmId, signal }, context));
    if (recorded !== null) return signal.aborted && !recorded.isRecorded ? refuse('analysis_in_progress') : recorded;
    if (signal.aborted || performance.now() > latest) return refuse('analysis_in_progress');
    await pause(LOOK_AGAIN_MS);
  }
}

/** Null if this process stood still and another one has taken the document over. */
async function analyseForRequest(
  toolbox: AnalysisToolbox,
  companyId: number,
  { signal, ...claimed }: ClaimedImport & Pick<RequestedAnalysis, 'signal'>,
  context: CommandContext,
): Promise<{ readonly isRecorded: boolean } | null> {
  const analyse = (stopping: AbortSignal): Promise<boolean> =>
    analyseClaimed(toolbox, companyId, { ...claimed, signal: stopping }, context);
  try {
    return { isRecorded: await shareAnalysis(toolbox.documentReader, claimed.seen.id, signal, analyse) };
  } catch (error) {
    if (error instanceof OwnershipLost) return null;
    throw error;
  }
}

interface ClaimedImport {
  readonly seen: { readonly id: number; readonly version: number };
  readonly claim: Claim;
  readonly firmId: number | null;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Analyses a claimed document, unless it was analysed since it was last read, and always releases the claim. Returns
 * whether something was recorded.
 */
async function analyseClaimed(
  toolbox: AnalysisToolbox,
  companyId: number,
  { seen, claim, firmId, signal }: ClaimedImport,
  context: CommandContext,
): Promise<boolean> {
  const importId = seen.id;
  try {
    const facts = await loadDocumentImportFacts(toolbox.pool, companyId, importId);
    if (!facts || facts.version !== seen.version || findAnalysisRefusal(facts) !== null) return false;
    const { commands, pool } = toolbox;
    const file = await commands.loadState('company', companyId);
    const isHopeless = facts.status === 'queued' && claim.attempts > MOST_ATTEMPTS;
    const reading = isHopeless
      ? { failed: 'analysis_crashed' }
      : await readOrSplit(toolbox, companyId, facts, { file, claim, firmId, signal, context });
    if ('parts' in reading) return true;
    // On shutdown, leave the document to the next process.
    if (signal?.aborted) return false;
    claim.report('suggesting', 95);
    passFaultPoint('within-analysis');
    await claim.requireHeld();
    const buildCommand = async (state: CompanyFile): Promise<RecordAnalysis | Refusal> => {
      const known = await loadDocumentImportFacts(pool, companyId, importId);
      if (!known) return refuse('not_found');
      const [one] = await determineOutcomes(pool, companyId, [{ id: importId, sha256: facts.sha256, reading }], state);
      return { type: 'RecordAnalysis', facts: known, outcome: one!.outcome };
    };
    const outcome = await commands.execute('company', companyId, buildCommand, context);
    const isRecorded = !isRefusal(outcome) && outcome.events.length > 0;
    if (isRecorded && facts.kind === 'image') await joinImages(toolbox, companyId, facts.batch_id, { firmId, signal });
    return isRecorded;
  } finally {
    await claim.release();
  }
}

type Reader = Omit<ClaimedImport, 'seen'> & { readonly file: CompanyFile };

/** Several documents in one file become imports of their own, which are then analysed one by one. */
async function readOrSplit(
  toolbox: AnalysisToolbox,
  companyId: number,
  facts: ImportFacts,
  { context, ...reader }: Reader & { readonly context: CommandContext },
): Promise<FileReading | { readonly parts: readonly number[] }> {
  // What a user has split or joined stays as it is.
  const isDivisible = facts.kind === 'pdf' && facts.sources === null && !facts.is_whole;
  const reading = await readImportFile(toolbox, companyId, facts, { ...reader, isDivisible });
  if (!('pages' in reading)) return reading;
  const { claim, firmId, signal } = reader;
  claim.report('splitting', 60);
  const parts = await copyParts(
    toolbox,
    companyId,
    facts,
    { pages: reading.pages, isComplete: false, firmId, signal },
    context,
  );
  if (!isRefusal(parts)) {
    await claim.requireHeld();
    const split = { importId: facts.id, parts, baseVersion: facts.version, isAutomatic: true };
    const recorded = await recordSplit(toolbox, companyId, split, context);
    if (!isRefusal(recorded)) return { parts: recorded };
  }
  // No room for the parts, or changed in the meantime: it is read as one document.
  const whole = await readImportFile(toolbox, companyId, facts, { ...reader, isDivisible: false });
  return 'pages' in whole ? { failed: 'analysis_crashed' } : whole;
}

async function readImportFile(
  { files, documentReader, pool }: AnalysisToolbox,
  companyId: number,
  { kind, sha256, mime, original_name: name }: ImportFacts,
  { file, claim, firmId, signal, isDivisible }: Reader & { readonly isDivisible: boolean },
): Promise<FileReading | { readonly pages: readonly (readonly number[])[] }> {
  const own = getOwnIdentity(file);
  const reading = await files.withLocalFile('documents', sha256, async (path) => {
    if (kind === 'xml') return readStructured(path, own);
    const found = await documentReader.read({
      path,
      mime,
      name,
      own,
      isDivisible,
      today: toBookDate(new Date()),
      findKnown: (keys) => listKnownThirdParties(pool, companyId, keys),
      onProgress: (step, percent) => claim.report(step, percent),
      ...(signal && { signal }),
      ...(firmId !== null && { tenant: firmId }),
    });
    if (found.problem === 'several_documents') return { pages: found.parts };
    const preview = found.preview && (await storePreview(files, found.preview));
    if (found.problem !== null) return { failed: found.problem };
    const { engine, thirdPartyId, pageCount } = found;
    const pageOf = kind === 'image' ? found.pageOf : null;
    const read = summariseLongSheet({ sheet: found.sheet, warnings: found.warnings });
    const fields = keepUnchangedFields(found.fields, found.sheet, read.sheet);
    const isReliable = engine === 'xml' ? !needsReview(read) : isSure(read);
    return {
      read,
      engine: engine === 'xml' ? 'facturx' : engine,
      isReliable,
      thirdPartyId,
      preview,
      pageCount,
      pageOf,
      fields,
    } as const;
  });
  if (reading === null) throw new StorageUnavailable(new Error(`File ${sha256} does not exist`));
  return reading;
}

async function storePreview(
  files: FileStore,
  { content, mime }: { readonly content: Uint8Array; readonly mime: string },
): Promise<ImportPreview> {
  return { sha256: await files.put('documents', content), mime };
}

/** Candidates that are looked at in one go: other processes may claim some of them first. */
const MOST_CANDIDATES = 100;

export interface ClaimedAnalysis {
  readonly importId: number;
  /** Returns whether something was recorded; always releases the claim. */
  analyse(): Promise<boolean>;
}

/** Claims the next waiting document: firms take turns; safe to run in several processes at once. Null if none waits. */
export async function claimNextImport(
  toolbox: AnalysisToolbox,
  isSkipped: (importId: number) => boolean,
  signal?: AbortSignal,
): Promise<ClaimedAnalysis | null> {
  for (const seen of await listWaitingImports(toolbox.pool, MOST_CANDIDATES)) {
    const claim = isSkipped(seen.id)
      ? null
      : await claimImport(toolbox.pool, toolbox.owner.getTerm(), seen.company_id, seen.id);
    if (claim === null) continue;
    if (isSkipped(seen.id)) {
      // It failed elsewhere in this process while the claim was awaited.
      await claim.release();
      continue;
    }
    const context = createSystemContext('analysis');
    return {
      importId: seen.id,
      analyse: () => analyseClaimed(toolbox, seen.company_id, { seen, claim, firmId: seen.firm_id, signal }, context),
    };
  }
  return null;
}
