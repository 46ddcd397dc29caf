import { openCompanyFile } from '../commands/companies/open-company-file.ts';
import { openFiscalYear } from '../commands/fiscal-years/change-fiscal-year.ts';
import { postBatch } from '../commands/ledger/post-batch.ts';
import { openCommandPath } from '../commands/support/command-path.ts';
import { createSystemContext } from '../commands/support/context.ts';
import { createMutationLookup } from '../commands/support/own-events.ts';
import type { Toolbox } from '../commands/support/toolbox.ts';
import type { Core } from '../service/core.ts';
import { accounts } from '../domain/accounts/account.ts';
import type { CompanyRequest } from '../domain/companies/opening.ts';
import { journals } from '../domain/journals/journal.ts';
import { findIdByKey, getRecords } from '../domain/records/state.ts';
import { isRefusal, type Refusal } from '../domain/refusal.ts';
import type { Progress } from '../projections/engine/progress.ts';
import { rebuildReadTables } from '../projections/engine/rebuild.ts';
import { FIRST_DAY, pastEntry, YEARS_OF_PAST, type LedgerFile } from './booking.ts';
import { openPastCore } from './past.ts';
import { payingIn } from './paying.ts';
import { startSignedIn } from './service.ts';
import { runStatement, type Stage } from './stage.ts';
import { word } from './third-party.ts';

/**
 * A company file that was kept over four years, each entry recorded in the days of its date, and each invoice but some settled by a payment
 * a month or two later: what it was at any moment differs.
 */
export interface LivedFile {
  readonly databaseUrl: string;
  readonly file: LedgerFile;
  /** Of a session of the firm that keeps it. */
  readonly headers: Readonly<Record<string, string>>;
}

const A_BATCH = 250;
const THIRD_PARTIES = 40;
const DAY_MS = 86_400_000;

export async function makeLivedFile(stage: Stage, entries: number): Promise<LivedFile> {
  const databaseUrl = await stage.createDatabase('lived');
  const service = await startSignedIn(stage, databaseUrl);
  const { headers } = service;
  await service.stop();
  stage.note(`console: ${entries} entries are recorded over four years`);
  const core = await openPastCore({ databaseUrl }, stage.folder);
  let file: LedgerFile;
  try {
    file = await live(core, entries);
    stage.note('console: the read tables are made');
    await core.pool.query('DROP SCHEMA read CASCADE');
    await rebuildReadTables(core.relaxedPool, core.log);
  } finally {
    await core.stop();
  }
  // As the server does by itself after a while.
  await runStatement(databaseUrl, 'VACUUM (ANALYZE)');
  return { databaseUrl, file, headers };
}

function done<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new Error(`What the past is made of was refused: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Which the state has no use for. */
async function tokenOf({ log }: Core, companyId: number): Promise<string> {
  for await (const { data } of log.readStream(`company-${companyId}`, { limit: 1 }))
    return (data as { public_token: string }).public_token;
  throw new Error('The company file was not opened');
}

/** Through the same commands as everything, on a clock that is set from day to day. */
async function live(core: Core, entries: number): Promise<LedgerFile> {
  const { pool, log, ids, progress: real } = core;
  const { rows } = await pool.query<{ firm_id: number; user_id: number }>(
    'SELECT f.id AS firm_id, u.id AS user_id FROM read.firms f CROSS JOIN read.users u ORDER BY 1, 2 LIMIT 1',
  );
  const { firm_id: firmId, user_id: userId } = rows[0]!;
  let at = FIRST_DAY;
  const now = (): Date => new Date((at += 1));
  const progress: Progress = { ...real, position: 0, waitForPosition: () => Promise.resolve() };
  const commands = openCommandPath({
    pool,
    log,
    progress,
    now,
    ownEvents: createMutationLookup(pool, log),
    isHalted: () => false,
  });
  const toolbox: Toolbox = { pool, ids, commands };
  const file = await openedFile(core, toolbox, { firmId, userId });
  const paying = payingIn(toolbox, file);
  const context = createSystemContext('bench', undefined, userId);
  let month = '';
  for (let first = 0; first < entries; first += A_BATCH) {
    const requested = Array.from({ length: Math.min(A_BATCH, entries - first) }, (_, index) =>
      pastEntry(first + index, entries, file),
    );
    // In the evening of the last of their days, as far as it has come.
    const today = requested.at(-1)!.entry_date;
    at = Math.min(Math.max(at, Date.parse(today) + 0.7 * DAY_MS), Date.now() - DAY_MS);
    const { presented } = done(await postBatch(toolbox, file.id, requested, context, ({ entry }) => entry));
    paying.note(presented);
    if (today.slice(0, 7) === month) continue;
    month = today.slice(0, 7);
    await paying.payUpTo(new Date(Date.parse(today) - 30 * DAY_MS).toISOString().slice(0, 10), today, context);
  }
  await commands.waitUntilIdle();
  return file;
}

async function openedFile(
  core: Core,
  toolbox: Toolbox,
  owner: { readonly firmId: number; readonly userId: number },
): Promise<LedgerFile> {
  const context = createSystemContext('bench', undefined, owner.userId);
  const [first, ...later] = YEARS_OF_PAST.map((year) => ({
    code: String(year),
    starts_on: `${year}-01-01`,
    ends_on: `${year}-12-31`,
  }));
  const details: CompanyRequest['details'] = {
    code: null,
    name: 'Four years',
    locale: 'fr',
    country_pack: 'BE',
    country: 'BE',
    vat_regime: 'monthly',
    legal_form: null,
    legal_form_code: null,
    enterprise_number: null,
    vat_number: null,
    address: null,
    street: null,
    house_number: null,
    box: null,
    postal_code: null,
    city: null,
    latitude: null,
    longitude: null,
    main_nace_code: null,
    logo_url: null,
    nace_codes: [],
  };
  const opening = await openCompanyFile(toolbox, { details, fiscalYear: first!, banks: [] }, owner, context);
  const { companyId } = done(opening);
  for (const year of later) done(await openFiscalYear(toolbox, companyId, year, context));
  const partyIds = await toolbox.ids.allocate('third_parties', 2 * THIRD_PARTIES);
  const records = partyIds.map((id, index) => ({
    id,
    data: { type: index < THIRD_PARTIES ? 'supplier' : 'customer', name: `${word(index)} third party` },
  }));
  done(
    await toolbox.commands.execute(
      'company',
      companyId,
      { type: 'CreateRecords', resource: 'third-parties', records },
      context,
    ),
  );
  const state = await toolbox.commands.loadState('company', companyId);
  const journal = (code: string): number => findIdByKey(state.records, journals, 'code', code)!;
  return {
    id: companyId,
    public_token: await tokenOf(core, companyId),
    journalId: journal('ACH'),
    journals: { ACH: journal('ACH'), VEN: journal('VEN'), OD: journal('OD') },
    fiscalYears: state.fiscalYears,
    supplierIds: partyIds.slice(0, THIRD_PARTIES),
    customerIds: partyIds.slice(THIRD_PARTIES),
    costs: [...getRecords(state.records, accounts).byId.values()]
      .map(({ data }) => data)
      .filter(({ number, is_postable }) => is_postable && /^6[01]/.test(number))
      .map(({ number }) => number)
      .slice(0, 40),
  };
}
