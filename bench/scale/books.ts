import { openCompanyFile } from '../../commands/companies/open-company-file.ts';
import { createFirm } from '../../commands/firms/create-firm.ts';
import { issueToken } from '../../commands/identity/issue-token.ts';
import { postBatch } from '../../commands/ledger/post-batch.ts';
import type { RequestedEntry } from '../../commands/ledger/requested.ts';
import { openCommandPath } from '../../commands/support/command-path.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import { createMutationLookup } from '../../commands/support/own-events.ts';
import type { Toolbox } from '../../commands/support/toolbox.ts';
import type { CompanyRequest } from '../../domain/companies/opening.ts';
import { journals } from '../../domain/journals/journal.ts';
import { findIdByKey } from '../../domain/records/state.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { Progress } from '../../projections/engine/progress.ts';
import type { Core } from '../../service/core.ts';
import { createTokenSecret } from '../../stores/identity/secrets.ts';
import { FISCAL_YEAR, sampleEntry } from '../entry.ts';
import type { CompanyFile } from '../service.ts';
import { spaced } from '../report.ts';
import type { ScaleSizes } from './sizes.ts';

/** A firm with its company files, and the tokens of its API clients. */
export interface ScaleFirm {
  readonly tokens: readonly string[];
  readonly files: readonly CompanyFile[];
}

const AT_ONCE = 8;
const ENTRIES_A_BATCH = 250;
const LINES_AN_ENTRY = 4;
const WRITER_CACHE_BYTES = 2 ** 20;

/** Written straight into the log, by the same commands as everything; nobody waits for read tables, which are made later. */
export async function writeBooks(
  core: Core,
  sizes: ScaleSizes,
  note: (text: string) => void,
): Promise<readonly ScaleFirm[]> {
  const { pool, log, ids } = core;
  const progress: Progress = { ...core.progress, position: 0, waitForPosition: () => Promise.resolve() };
  const commands = openCommandPath({
    pool,
    log,
    progress,
    ownEvents: createMutationLookup(pool, log),
    isHalted: () => false,
    now: () => new Date(),
    // As in a service that has run for long, files leave memory with a snapshot.
    maxCacheBytes: WRITER_CACHE_BYTES,
  });
  const toolbox: Toolbox = { pool, ids, commands };
  const firms: ScaleFirm[] = [];
  const entriesPerFile = Math.floor(sizes.lines / LINES_AN_ENTRY / sizes.files);
  const count = Math.ceil(sizes.files / sizes.filesPerFirm);
  for (let number = 0; number < count; number += 1) {
    const files = Math.min(sizes.filesPerFirm, sizes.files - number * sizes.filesPerFirm);
    firms.push(await writeFirm(toolbox, number, { files, clients: sizes.clients, entriesPerFile }));
    note(`firm ${number + 1} of ${count}: ${spaced(files)} files with ${spaced(entriesPerFile)} entries each`);
  }
  await commands.waitUntilIdle();
  return firms;
}

function done<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new Error(`What the books are made of was refused: ${JSON.stringify(outcome)}`);
  return outcome;
}

interface FirmSizes {
  readonly files: number;
  readonly clients: number;
  readonly entriesPerFile: number;
}

async function writeFirm(toolbox: Toolbox, number: number, sizes: FirmSizes): Promise<ScaleFirm> {
  const email = `firm-${number}@example.com`;
  const firm = { name: `Firm ${number}`, country_code: 'BE', locale: 'fr', email } as const;
  const admin = { email, name: 'Scale', password: `a password for firm ${number}`, locale: null };
  const { user_id: userId } = done(await createFirm(toolbox, { firm, admin }, createSystemContext('bench')));
  const firmId = await readFirmId(toolbox, number);
  await allowAllFiles(toolbox, firmId, number);
  const tokens: string[] = [];
  for (let client = 0; client < sizes.clients; client += 1) {
    const token = {
      name: `Client ${client}`,
      abilities: ['read', 'write', 'sync'] as const,
      expiresInDays: null,
      secret: createTokenSecret(),
      signOn: undefined,
    };
    tokens.push(done(await issueToken(toolbox, userId, token, createSystemContext('bench'))).token!);
  }
  const files: CompanyFile[] = [];
  let next = 0;
  const writeFiles = async (): Promise<void> => {
    for (let file = next++; file < sizes.files; file = next++)
      files.push(await writeFile(toolbox, { firmId, userId }, file, sizes.entriesPerFile));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writeFiles));
  return { tokens, files };
}

/** Firms are created one after another in an empty database, beside that of the first start. */
async function readFirmId({ pool }: Toolbox, number: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT (data->>'id')::bigint AS id FROM log.events WHERE stream LIKE 'firm-%' AND type = 'FirmOpened' AND data->>'name' = $1`,
    [`Firm ${number}`],
  );
  return rows[0]!.id;
}

/** The free plan ends at fewer files than a large firm has. */
async function allowAllFiles({ commands }: Toolbox, firmId: number, number: number): Promise<void> {
  const now = new Date().toISOString();
  const licence = {
    id: `bench-${number}`,
    plan: 'unlimited',
    firm: null,
    users: null,
    companies: null,
    valid_from: now.slice(0, 10),
    valid_until: null,
    issued_at: now,
    key_hint: 'bench',
  } as const;
  const command = { type: 'ActivateLicence', licence, firmToken: '', now } as const;
  done(await commands.execute('firm', firmId, command, createSystemContext('bench')));
}

async function writeFile(
  toolbox: Toolbox,
  owner: { readonly firmId: number; readonly userId: number },
  number: number,
  entries: number,
): Promise<CompanyFile> {
  const context = createSystemContext('bench', undefined, owner.userId);
  const request: CompanyRequest = { details: { ...DETAILS, name: `File ${number}` }, fiscalYear: YEAR, banks: [] };
  const { companyId } = done(await openCompanyFile(toolbox, request, owner, context));
  const { records, identity } = await toolbox.commands.loadState('company', companyId);
  const journalId = findIdByKey(records, journals, 'code', 'ACH')!;
  for (let first = 0; first < entries; first += ENTRIES_A_BATCH) {
    const requested = Array.from({ length: Math.min(ENTRIES_A_BATCH, entries - first) }, (_, index) =>
      toRequested(first + index, journalId),
    );
    done(await postBatch(toolbox, companyId, requested, context, () => null));
  }
  return { id: companyId, public_token: identity.public_token, journalId };
}

function toRequested(number: number, journalId: number): RequestedEntry {
  const { lines, ...head } = sampleEntry(number, journalId);
  return {
    type: 'PostEntry',
    ...head,
    lines: lines.map((line) => ({ ...line, account_id: null, third_party_id: null })),
  };
}

const YEAR = { code: '2026', ...FISCAL_YEAR };

const DETAILS: CompanyRequest['details'] = {
  code: null,
  name: '',
  locale: 'fr',
  country_pack: 'BE',
  country: 'BE',
  vat_regime: 'quarterly',
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
