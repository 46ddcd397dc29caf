import { passFaultPoint } from '../../database/fault-point.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { RecordDocument } from '../../domain/documents/recording.ts';
import type { MappedField } from '../../domain/integrations/mapping.ts';
import {
  extractSales,
  findSaleRows,
  isUnmapped,
  toSaleRecord,
  type ReadSale,
  type SalesSettings,
} from '../../domain/integrations/sales.ts';
import type { Json } from '../../domain/json.ts';
import { countInvoiceLineIds } from '../../domain/ledger/invoice.ts';
import { refuseInvalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { MAX_DATA_BYTES, MAX_ROWS, readCsv, readJson } from '../../outside/integrations/rows.ts';
import { SourceFailure } from '../../outside/integrations/source.ts';
import { toNumberedDocument } from '../../domain/documents/numbering.ts';
import { findSameDocuments } from '../../projections/documents/facts.ts';
import { readTakenNumbers } from '../../projections/documents/taken-numbers.ts';
import { DOCUMENT_LINE_IDS } from '../../projections/engine/ids.ts';
import { createSameReferenceLookup } from '../../projections/ledger/same-references.ts';
import { withKnownRates } from '../documents/known-rate.ts';
import {
  createItemContext,
  isKnownAlready,
  getFirstProblem,
  getTextSetting,
  type Running,
  type RunTools,
} from './running.ts';
import { hashItem, recordTakenItem, readItemStates } from '../../stores/integrations/runs.ts';

/** Imports sales of a data source as customer invoices, each once by its number. */

const MOST_A_RUN = 500;
/** Codes for a sale that was already recorded in another way. */
const KNOWN: ReadonlySet<string> = new Set([
  'document_already_exists',
  'entry_already_exists',
  'invoice_already_posted',
]);

export async function importSales(tools: RunTools, running: Running): Promise<void> {
  const { run, tally, signal } = running;
  const settings: SalesSettings = {
    rows_path: getTextSetting(run.settings, 'rows_path'),
    lines_path: getTextSetting(run.settings, 'lines_path'),
    mapping: run.settings['mapping'] as readonly MappedField[],
  };
  const { sales, problems } = extractSales(await fetchRows(tools, running, settings), settings);
  for (const { row, problem } of problems) tally.recordFailure(`#${row}`, problem);
  tally.count('found', sales.length);
  const url = getTextSetting(run.settings, 'url');
  const named = sales.map((sale) => ({ sale, item: hashItem(url, getSaleName(sale)) }));
  const noted = await readItemStates(
    tools.pool,
    run.id,
    named.map(({ item }) => item),
  );
  // Refused sales are retried because the company file may have been corrected since.
  const waiting = named.filter(({ item }) => noted.get(item)?.outcome !== 'taken');
  for (const [index, { sale, item }] of waiting.entries()) {
    if (index === MOST_A_RUN || signal.aborted) return tally.recordLeft(waiting.length - index);
    const outcome = await importSale(tools, running, sale);
    passFaultPoint('after-integration-import');
    const isThere = isKnownAlready(outcome, KNOWN);
    if (outcome !== null && !isThere) tally.recordFailure(sale.number, getFirstProblem(outcome));
    else {
      tally.count(isThere ? 'skipped' : 'taken');
      await recordTakenItem(tools.pool, run.id, item);
    }
  }
}

const getSaleName = ({ number, isCreditNote }: ReadSale): string =>
  `${isCreditNote ? 'credit note' : 'invoice'} ${number}`;

/** An answer without any mapped field is a failure, such as the page of a login: it does not mean that nothing was sold. */
async function fetchRows(
  { connectors }: RunTools,
  { run: { settings }, secrets }: Running,
  sales: SalesSettings,
): Promise<readonly Json[]> {
  const isJson = settings['format'] === 'json';
  const answer = await connectors.answer({
    url: getTextSetting(settings, 'url'),
    authorization: secrets['authorization'] ?? null,
    accept: isJson ? 'application/json' : 'text/csv',
    maxBytes: MAX_DATA_BYTES,
  });
  if (!isJson) {
    const { headings, rows } = await readCsv(answer);
    const heading = Object.fromEntries(headings.map((name) => [name, '']));
    if (isUnmapped([heading], sales)) throw new SourceFailure('unmapped');
    return rows;
  }
  const rows = findSaleRows(readJson(answer), sales.rows_path);
  if (rows === null) throw new SourceFailure('unreadable');
  if (rows.length > MAX_ROWS) throw new SourceFailure('too_large');
  if (rows.length > 0 && isUnmapped(rows, sales)) throw new SourceFailure('unmapped');
  return rows;
}

async function importSale(tools: RunTools, { run }: Running, sale: ReadSale): Promise<Refusal | null> {
  if (sale.problems.length > 0) return refuseInvalid(sale.problems);
  const { commands } = tools;
  const { settings, company_id } = run;
  const options = { creates: settings['creates_customers'] === true, books: settings['books'] === true };
  const outcome = await commands.execute(
    'company',
    company_id,
    (file) => buildRecordCommand(tools, company_id, sale, options, file),
    createItemContext(`Sale ${hashItem(getTextSetting(settings, 'url'), getSaleName(sale))}`, run),
  );
  return isRefusal(outcome) ? outcome : null;
}

interface SaleOptions {
  readonly creates: boolean;
  readonly books: boolean;
}

async function buildRecordCommand(
  { pool, ids }: RunTools,
  companyId: number,
  sale: ReadSale,
  { creates, books }: SaleOptions,
  file: CompanyFile,
): Promise<RecordDocument | Refusal> {
  const { value: read, problems } = toSaleRecord(sale, file, creates);
  if (read === null) return refuseInvalid(problems);
  const { newCustomer, document: requested } = read;
  const lines = Math.max(1, requested.lines.length);
  const [documentIds, lineIds, customerIds] = await Promise.all([
    ids.allocate('documents', 1),
    ids.allocate(DOCUMENT_LINE_IDS, lines),
    newCustomer ? ids.allocate('third_parties', 1) : [],
  ]);
  const third_party_id = requested.third_party_id ?? customerIds[0]!;
  const document = await withKnownRates(pool, companyId, { ...requested, third_party_id });
  const named = { third_party_id, reference: document.number };
  const takenNumbers = await readTakenNumbers(pool, companyId, toNumberedDocument(document), file);
  return {
    type: 'RecordDocument',
    documentId: documentIds[0]!,
    lineIds,
    document,
    origin: 'integration',
    source: 'data',
    sameDocuments: newCustomer ? [] : await findSameDocuments(pool, companyId, document),
    takenNumbers,
    ...(newCustomer && { newThirdParty: { id: third_party_id, data: newCustomer } }),
    ...(books && {
      booking: {
        entryId: (await ids.allocate('entries', 1))[0]!,
        lineIds: await ids.allocate('entry_lines', countInvoiceLineIds(lines)),
        sameReferences: newCustomer ? [] : (await createSameReferenceLookup(pool, companyId, [named]))(named),
        journal_id: null,
        entry_date: null,
      },
    }),
  };
}
