import { setTimeout as pause } from 'node:timers/promises';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { bookDate } from '../../domain/dates.ts';
import { shortened } from '../../domain/document-imports/analysis.ts';
import { analysisRefusal, type RecordAnalysis } from '../../domain/document-imports/imports.ts';
import type { ImportPreview } from '../../domain/document-imports/import-events.ts';
import { isReliable as isSure } from '../../domain/document-imports/extraction/index.ts';
import { needsReview } from '../../domain/e-invoicing/index.ts';
import { conflict } from '../../domain/records/records.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { StorageUnavailable } from '../../outside/files/failures.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { importFacts, type ImportFacts } from '../../projections/document-imports/facts.ts';
import { waitingImports } from '../../projections/document-imports/queries.ts';
import { knownThirdParties } from '../../projections/document-imports/similar.ts';
import { systemContext, type CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { claimImport, type Claim } from '../../stores/document-imports/claims.ts';
import { outcomesOf } from './outcomes.ts';
import { ownIdentity } from './own-identity.ts';
import type { DocumentReader } from '../document-analysis/index.ts';
import { readStructured, type FileReading } from './structured.ts';

/** What waits is analysed: on request, or by the job that looks for it every minute. */

export interface AnalysisToolbox extends Toolbox {
  readonly files: FileStore;
  readonly documentReader: DocumentReader;
}

/** What has ended this many processes is not tried again by itself. */
const MOST_ATTEMPTS = 3;
/** How long a request waits for another process that is at the same document. */
const LONGEST_WAIT_MS = 150_000;
const LOOK_AGAIN_MS = 250;

/** Answers when the analysis is finished, whoever has made it. */
export async function processImport(
  toolbox: AnalysisToolbox,
  companyId: number,
  importId: number,
  baseVersion: number | null,
  context: CommandContext,
): Promise<Refusal | { readonly isRecorded: boolean }> {
  const latest = performance.now() + LONGEST_WAIT_MS;
  const before = await importFacts(toolbox.pool, companyId, importId);
  if (before && baseVersion !== null && baseVersion !== before.version) return conflict(before.version);
  for (let facts = before; ; facts = await importFacts(toolbox.pool, companyId, importId)) {
    if (!facts) return refuse('not_found');
    const refused = analysisRefusal(facts);
    if (refused) return refused;
    // Somebody else has finished it meanwhile, whatever came of it.
    if (refused === undefined || facts.version !== before!.version) return { isRecorded: false };
    const claim = await claimImport(toolbox.pool, companyId, importId);
    if (claim) {
      return { isRecorded: await analyseClaimed(toolbox, facts, companyId, claim, context) };
    }
    if (performance.now() > latest) return refuse('analysis_in_progress');
    await pause(LOOK_AGAIN_MS);
  }
}

/**
 * Whoever holds the claim analyses, unless somebody else has done so since it was seen, and lets go of the claim whatever comes of it.
 * Gives whether something was recorded.
 */
async function analyseClaimed(
  toolbox: AnalysisToolbox,
  seen: { readonly id: number; readonly version: number },
  companyId: number,
  claim: Claim,
  context: CommandContext,
  signal?: AbortSignal,
): Promise<boolean> {
  const importId = seen.id;
  try {
    const facts = await importFacts(toolbox.pool, companyId, importId);
    if (!facts || facts.version !== seen.version || analysisRefusal(facts) !== null) return false;
    const { commands, pool } = toolbox;
    const file = await commands.look('company', companyId);
    const isHopeless = facts.status === 'queued' && claim.attempts > MOST_ATTEMPTS;
    const reading = isHopeless
      ? { failed: 'analysis_crashed' }
      : await readFile(toolbox, companyId, facts, file, claim, signal);
    // Whoever stops leaves it to the next.
    if (signal?.aborted) return false;
    claim.report('suggesting', 95);
    const gather = async (state: CompanyFile): Promise<RecordAnalysis | Refusal> => {
      const known = await importFacts(pool, companyId, importId);
      if (!known) return refuse('not_found');
      const [one] = await outcomesOf(pool, companyId, [{ id: importId, sha256: facts.sha256, reading }], state);
      return { type: 'RecordAnalysis', facts: known, outcome: one!.outcome };
    };
    const outcome = await commands.execute('company', companyId, gather, context);
    return !isRefusal(outcome) && outcome.events.length > 0;
  } finally {
    await claim.release();
  }
}

async function readFile(
  { files, documentReader, pool }: AnalysisToolbox,
  companyId: number,
  { kind, sha256, mime, original_name: name }: ImportFacts,
  file: CompanyFile,
  claim: Claim,
  signal: AbortSignal | undefined,
): Promise<FileReading> {
  const own = ownIdentity(file);
  const reading = await files.onDisk('documents', sha256, async (path) => {
    if (kind === 'xml') return readStructured(path, own);
    const found = await documentReader.read({
      ...{ path, mime, name, own, today: bookDate(new Date()) },
      findKnown: (keys) => knownThirdParties(pool, companyId, keys),
      onProgress: (step, percent) => claim.report(step, percent),
      ...(signal && { signal }),
    });
    const preview = found.preview && (await keptPreview(files, found.preview));
    if (found.problem !== null) return { failed: found.problem };
    const { engine, thirdPartyId } = found;
    const read = shortened({ sheet: found.sheet, warnings: found.warnings });
    const isReliable = engine === 'xml' ? !needsReview(read) : isSure(read);
    return { read, engine: engine === 'xml' ? 'facturx' : engine, isReliable, thirdPartyId, preview } as const;
  });
  if (reading === null) throw new StorageUnavailable(new Error(`There is no file ${sha256}`));
  return reading;
}

async function keptPreview(
  files: FileStore,
  { content, mime }: { readonly content: Uint8Array; readonly mime: string },
): Promise<ImportPreview> {
  return { sha256: await files.put('documents', content), mime };
}

/** In one round of the job; the next round is a minute later. */
const MOST_IN_A_ROUND = 100;
/** Side by side in one process. */
const SIDE_BY_SIDE = 2;

/** Analyses what waits; safe in several processes at once. Gives how many documents it has analysed. */
export async function analyseWaiting(toolbox: AnalysisToolbox, signal?: AbortSignal): Promise<number> {
  const waiting = [...(await waitingImports(toolbox.pool, MOST_IN_A_ROUND))];
  let analysed = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !signal?.aborted; next = waiting.shift()) {
      const claim = await claimImport(toolbox.pool, next.company_id, next.id);
      if (!claim) continue;
      if (await analyseClaimed(toolbox, next, next.company_id, claim, systemContext('analysis'), signal)) analysed += 1;
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return analysed;
}
