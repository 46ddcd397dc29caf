import type { registerEvents } from '../../domain/firms/register-events.ts';
import type { DataOfEvent } from '../../domain/event.ts';
import type { FirmEvent } from '../../domain/firm.ts';
import { upcastEvent } from '../../domain/event-catalogue.ts';
import { passFaultPoint } from '../../database/fault-point.ts';
import { findCompanyRequestProblems, countNeededIds, normaliseCompanyRequest } from '../../domain/companies/company.ts';
import type { CompanyRequest } from '../../domain/companies/opening.ts';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import { countMonthsTouched } from '../../domain/dates.ts';
import { buildCodeFromName } from '../../domain/firms/company-register.ts';
import { refuseInvalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { findCompanyOpenedBy } from '../../projections/companies/queries.ts';
import { listUnopenedRegistrations } from '../../projections/firms/queries.ts';
import { PERIOD_IDS } from '../../projections/engine/ids.ts';
import { createPublicToken } from '../../stores/identity/secrets.ts';
import { createSystemContext, type CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import { mergeRefusals, findRefusal } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { addOwnFile } from './own-files.ts';
import { NO_ID } from '../support/preview.ts';

/**
 * Opening a company file involves two streams. The firm registers it first, because only it can refuse (the code is
 * taken); that event contains everything the opening needs, so that any process can complete it.
 */

interface Registered {
  readonly companyId: number;
  readonly publicToken: string;
  readonly firmId: number | null;
  readonly ownerId: number | null;
  readonly code: string;
  readonly request: CompanyRequest;
}

export interface CompanyOpened {
  readonly companyId: number;
  /** Log position that every process must have processed, if the opening changed access rights. */
  readonly rightsChangedAt?: number | null;
}

export async function openCompanyFile(
  toolbox: Toolbox,
  requested: CompanyRequest,
  owner:
    | { readonly firmId: number; readonly userId: number | null }
    | { readonly firmId: null; readonly userId: number },
  context: CommandContext,
): Promise<CompanyOpened | Refusal> {
  const problems = findCompanyRequestProblems(requested);
  if (problems.length > 0)
    return (await findOpeningRefusal(toolbox, requested, owner.firmId)) ?? refuseInvalid(problems);
  const request = normaliseCompanyRequest(requested);
  if (owner.firmId === null) return openOwnFile(toolbox, request, owner.userId, context);
  const [companyId] = await toolbox.ids.allocate('companies', 1);
  const publicToken = createPublicToken();
  const outcome = await toolbox.commands.execute(
    'firm',
    owner.firmId,
    {
      type: 'RegisterCompanyFile',
      companyId: companyId!,
      publicToken,
      request,
      ...(owner.userId !== null && { registeredBy: owner.userId }),
      now: new Date().toISOString(),
    },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  passFaultPoint('between-firm-and-company');
  // After an interruption the event of the firm is an earlier one: its ids count, not those allocated just now.
  const opened = await openRegistered(
    toolbox,
    toRegistered(getFirstOfType(outcome.events, 'CompanyFileRegistered').data, owner.firmId),
    context,
  );
  // A user who sees only some of the files now sees this one too, which is a change of rights.
  return isRefusal(opened) || outcome.events.length === 1 ? opened : { ...opened, rightsChangedAt: outcome.position };
}

/** Lists all problems of a request: by itself, and with the existing data of the firm. */
export async function findOpeningRefusal(
  toolbox: Pick<Toolbox, 'commands'>,
  request: CompanyRequest,
  firmId: number | null,
): Promise<Refusal | null> {
  const problems = findCompanyRequestProblems(request);
  const now = new Date().toISOString();
  const register = { type: 'RegisterCompanyFile', companyId: NO_ID, publicToken: '', request, now } as const;
  return mergeRefusals(
    problems.length > 0 ? refuseInvalid(problems) : null,
    firmId === null ? null : await findRefusal(toolbox, 'firm', firmId, register),
  );
}

async function openOwnFile(
  toolbox: Toolbox,
  request: CompanyRequest,
  ownerId: number,
  context: CommandContext,
): Promise<{ readonly companyId: number } | Refusal> {
  const earlier = await findOpenedEarlier(toolbox, context);
  if (earlier !== undefined) return { companyId: earlier };
  const [companyId] = await toolbox.ids.allocate('companies', 1);
  const code = request.details.code ?? buildCodeFromName(request.details.name);
  const alone = { companyId: companyId!, publicToken: createPublicToken(), firmId: null, ownerId, code, request };
  return addOwnFile(toolbox, ownerId, companyId!, () => openRegistered(toolbox, alone, context));
}

/** A file without a firm is not registered anywhere: an interrupted request finds it by its mutation id. */
async function findOpenedEarlier(
  { pool, commands }: Toolbox,
  { isResumed, userId, clientMutationId, course }: CommandContext,
): Promise<number | undefined> {
  if (!isResumed || userId === null || clientMutationId === null) return undefined;
  await commands.waitForProjections();
  const opened = await findCompanyOpenedBy(pool, userId, clientMutationId);
  if (opened && course) course.earlierOperationId ??= opened.operation_id;
  return opened?.company_id;
}

/** Opens files that were registered but not opened. Safe to run at any time, in any process. */
export async function completeRegistrations(
  toolbox: Toolbox,
  log: EventLog,
  olderThanSeconds: number,
): Promise<number> {
  const pending = await listUnopenedRegistrations(toolbox.pool, olderThanSeconds);
  const failures: unknown[] = [];
  for (const { firm_id, revision } of pending) {
    try {
      await completeRegistration(toolbox, log, firm_id, revision);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} company files could not be opened`);
  return pending.length;
}

async function completeRegistration(toolbox: Toolbox, log: EventLog, firmId: number, revision: number): Promise<void> {
  for await (const stored of log.readStream(`firm-${firmId}`, { from: revision, limit: 1 })) {
    const { metadata } = stored;
    const { data } = getFirstOfType([upcastEvent(stored) as FirmEvent], 'CompanyFileRegistered');
    const userId = metadata.user_id ?? null;
    const context = createSystemContext('completion', metadata.operation_id, userId);
    const registered = toRegistered(data, firmId);
    const outcome = await openRegistered(toolbox, registered, context);
    if (isRefusal(outcome))
      throw new Error(`Company file ${registered.companyId} cannot be opened: ${outcome.problems[0]!.code}`);
  }
}

function toRegistered(data: DataOfEvent<typeof registerEvents, 'CompanyFileRegistered'>, firmId: number): Registered {
  return {
    companyId: data.company_id,
    publicToken: data.public_token,
    firmId,
    ownerId: null,
    code: data.code,
    request: data.request,
  };
}

async function openRegistered(
  { commands, ids }: Toolbox,
  registered: Registered,
  context: CommandContext,
): Promise<{ readonly companyId: number } | Refusal> {
  const { companyId, publicToken, firmId, ownerId, code, request } = registered;
  const pack = findCountryPack(request.details.country_pack)!;
  const needed = countNeededIds(pack, request);
  const months = countMonthsTouched(request.fiscalYear.starts_on, request.fiscalYear.ends_on);
  const [fiscalYear, periods, accounts, vatCodes, journals, numberSeries] = await Promise.all([
    ids.allocate('fiscal_years', 1),
    ids.allocate(PERIOD_IDS, months),
    ids.allocate('accounts', needed.accounts),
    ids.allocate('vat_codes', needed.vatCodes),
    ids.allocate('journals', needed.journals),
    ids.allocate('number_series', needed.numberSeries),
  ]);
  const outcome = await commands.execute(
    'company',
    companyId,
    {
      type: 'OpenCompanyFile',
      companyId,
      publicToken,
      firmId,
      ownerId,
      details: { ...request.details, code },
      fiscalYear: request.fiscalYear,
      banks: request.banks,
      ...(request.currency !== undefined && { currency: request.currency }),
      ...(request.external && { external: request.external }),
      ids: { fiscalYear: fiscalYear[0]!, periods, accounts, vatCodes, journals, numberSeries },
    },
    context,
  );
  return isRefusal(outcome) ? outcome : { companyId };
}
