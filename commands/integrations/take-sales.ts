import { faultPoint } from '../../database/fault-point.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { RecordDocument } from '../../domain/documents/recording.ts';
import type { MappedField } from '../../domain/integrations/mapping.ts';
import { rowsIn, saleToRecord, salesIn, type ReadSale } from '../../domain/integrations/sales.ts';
import type { Json } from '../../domain/json.ts';
import { lineIdsFor } from '../../domain/ledger/invoice.ts';
import { invalid, isRefusal, type Problem, type Refusal } from '../../domain/refusal.ts';
import { MAX_DATA_BYTES, MAX_ROWS, readCsv, readJson } from '../../outside/integrations/rows.ts';
import { SourceFailure } from '../../outside/integrations/source.ts';
import { sameDocuments } from '../../projections/documents/facts.ts';
import { DOCUMENT_LINE_IDS } from '../../projections/engine/ids.ts';
import { sameReferences } from '../../projections/ledger/same-references.ts';
import { withKnownRate } from '../documents/known-rate.ts';
import { contextFor, isKnownAlready, problemOf, text, type Running, type RunTools } from './running.ts';
import { itemOf, noteTaken, notedItems } from '../../stores/integrations/runs.ts';

/** Sales of a source of data become invoices to customers, each once by its number. */

const MOST_A_RUN = 500;
/** It was typed in, or came another way. */
const KNOWN: ReadonlySet<string> = new Set([
  'document_already_exists',
  'entry_already_exists',
  'invoice_already_posted',
]);

export async function takeSales(tools: RunTools, running: Running): Promise<void> {
  const { run, tally, signal } = running;
  const { sales, problems } = salesIn(await rowsAt(tools, running), {
    rows_path: text(run.settings, 'rows_path'),
    lines_path: text(run.settings, 'lines_path'),
    mapping: run.settings['mapping'] as readonly MappedField[],
  });
  for (const { row, problem } of problems) tally.fail(`#${row}`, problem);
  tally.count('found', sales.length);
  const url = text(run.settings, 'url');
  const named = sales.map((sale) => ({ sale, item: itemOf(url, nameOf(sale)) }));
  const noted = await notedItems(
    tools.pool,
    run.id,
    named.map(({ item }) => item),
  );
  // What was refused before may have been put right in the company file since: it costs nothing to try it again.
  const waiting = named.filter(({ item }) => noted.get(item)?.outcome !== 'taken');
  for (const [index, { sale, item }] of waiting.entries()) {
    if (index === MOST_A_RUN || signal.aborted) return tally.leave(waiting.length - index);
    const outcome = await takeSale(tools, running, sale);
    faultPoint('after-integration-import');
    const isThere = isKnownAlready(outcome, KNOWN);
    if (outcome !== null && !isThere) tally.fail(sale.number, problemOf(outcome));
    else {
      tally.count(isThere ? 'skipped' : 'taken');
      await noteTaken(tools.pool, run.id, item);
    }
  }
}

const nameOf = ({ number, isCreditNote }: ReadSale): string => `${isCreditNote ? 'credit note' : 'invoice'} ${number}`;

async function rowsAt({ connectors }: RunTools, { run: { settings }, secrets }: Running): Promise<readonly Json[]> {
  const isJson = settings['format'] === 'json';
  const answer = await connectors.answer({
    url: text(settings, 'url'),
    authorization: secrets['authorization'] ?? null,
    accept: isJson ? 'application/json' : 'text/csv',
    maxBytes: MAX_DATA_BYTES,
  });
  const rows = isJson ? rowsIn(readJson(answer), text(settings, 'rows_path')) : await readCsv(answer);
  if (rows === null) throw new SourceFailure('unreadable');
  if (rows.length > MAX_ROWS) throw new SourceFailure('too_large');
  return rows;
}

async function takeSale(tools: RunTools, { run }: Running, sale: ReadSale): Promise<Refusal | null> {
  if (sale.problems.length > 0) return invalid(sale.problems);
  const { commands } = tools;
  const { settings, company_id } = run;
  const options = { creates: settings['creates_customers'] === true, books: settings['books'] === true };
  const outcome = await commands.execute(
    'company',
    company_id,
    (file) => recording(tools, company_id, sale, options, file),
    contextFor(`Sale ${itemOf(text(settings, 'url'), nameOf(sale))}`, run),
  );
  return isRefusal(outcome) ? outcome : null;
}

interface SaleOptions {
  readonly creates: boolean;
  readonly books: boolean;
}

async function recording(
  { pool, ids }: RunTools,
  companyId: number,
  sale: ReadSale,
  { creates, books }: SaleOptions,
  file: CompanyFile,
): Promise<RecordDocument | Refusal> {
  const problems: Problem[] = [];
  const read = saleToRecord(sale, file, creates, problems);
  if (read === null) return invalid(problems);
  const { newCustomer, document: requested } = read;
  const lines = Math.max(1, requested.lines.length);
  const [documentIds, lineIds, customerIds] = await Promise.all([
    ids.allocate('documents', 1),
    ids.allocate(DOCUMENT_LINE_IDS, lines),
    newCustomer ? ids.allocate('third_parties', 1) : [],
  ]);
  const third_party_id = requested.third_party_id ?? customerIds[0]!;
  const document = await withKnownRate(pool, companyId, { ...requested, third_party_id });
  const named = { third_party_id, reference: document.number };
  return {
    ...{ type: 'RecordDocument', documentId: documentIds[0]!, lineIds, document },
    ...{ origin: 'integration', source: 'data' },
    sameDocuments: newCustomer ? [] : await sameDocuments(pool, companyId, document),
    ...(newCustomer && { newThirdParty: { id: third_party_id, data: newCustomer } }),
    ...(books && {
      booking: {
        entryId: (await ids.allocate('entries', 1))[0]!,
        lineIds: await ids.allocate('entry_lines', lineIdsFor(lines)),
        sameReferences: newCustomer ? [] : (await sameReferences(pool, companyId, [named]))(named),
        journal_id: null,
        entry_date: null,
      },
    }),
  };
}
