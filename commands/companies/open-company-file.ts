import type { registerEvents } from '../../domain/firms/register-events.ts';
import type { DataOfEvent } from '../../domain/event.ts';
import type { FirmEvent } from '../../domain/firm.ts';
import { upcast } from '../../domain/event-catalogue.ts';
import { faultPoint } from '../../database/fault-point.ts';
import { companyRequestProblems, idsNeeded, normalised } from '../../domain/companies/company.ts';
import type { CompanyRequest } from '../../domain/companies/opening.ts';
import { countryPack } from '../../domain/country-packs/index.ts';
import { monthsTouched } from '../../domain/dates.ts';
import { codeFromName } from '../../domain/firms/company-register.ts';
import { invalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { companyOpenedBy } from '../../projections/companies/queries.ts';
import { unopenedRegistrations } from '../../projections/firms/queries.ts';
import { PERIOD_IDS } from '../../projections/engine/ids.ts';
import { newPublicToken } from '../../stores/identity/secrets.ts';
import { systemContext, type CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import { allOf, refusalOf } from '../support/find-refusal.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { addOwnFile } from './own-files.ts';

/**
 * Opening a company file crosses two streams. The firm registers it first, because only there it can be refused (the
 * code is taken); that event holds all that the opening needs, so that whoever finds it can complete it.
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
  /** Place in the log that every process must have taken note of, when the opening changed who sees what. */
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
  const problems = companyRequestProblems(requested);
  if (problems.length > 0) return (await refusalOfOpening(toolbox, requested, owner.firmId)) ?? invalid(problems);
  const request = normalised(requested);
  if (owner.firmId === null) return openOwnFile(toolbox, request, owner.userId, context);
  const [companyId] = await toolbox.ids.allocate('companies', 1);
  const publicToken = newPublicToken();
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
  faultPoint('between-firm-and-company');
  // After an interruption the firm's event is an earlier one: what it says counts, not what was drawn just now.
  const opened = await open(
    toolbox,
    registrationIn(firstOfType(outcome.events, 'CompanyFileRegistered').data, owner.firmId),
    context,
  );
  // Whoever sees only some of the files sees this one too, which is a change of rights.
  return isRefusal(opened) || outcome.events.length === 1 ? opened : { ...opened, rightsChangedAt: outcome.position };
}

/** No company file ever has it. */
const NO_ID = 0;

/** All that is wrong with a request: by itself, and with what the firm has already. */
export async function refusalOfOpening(
  toolbox: Pick<Toolbox, 'commands'>,
  request: CompanyRequest,
  firmId: number | null,
): Promise<Refusal | null> {
  const problems = companyRequestProblems(request);
  const now = new Date().toISOString();
  const register = { type: 'RegisterCompanyFile', companyId: NO_ID, publicToken: '', request, now } as const;
  return allOf(
    problems.length > 0 ? invalid(problems) : null,
    firmId === null ? null : await refusalOf(toolbox, 'firm', firmId, register),
  );
}

async function openOwnFile(
  toolbox: Toolbox,
  request: CompanyRequest,
  ownerId: number,
  context: CommandContext,
): Promise<{ readonly companyId: number } | Refusal> {
  const earlier = await openedEarlier(toolbox, context);
  if (earlier !== undefined) return { companyId: earlier };
  const [companyId] = await toolbox.ids.allocate('companies', 1);
  const code = request.details.code ?? codeFromName(request.details.name);
  const alone = { companyId: companyId!, publicToken: newPublicToken(), firmId: null, ownerId, code, request };
  return addOwnFile(toolbox, ownerId, companyId!, () => open(toolbox, alone, context));
}

/** A file that stands alone is registered nowhere: an interrupted request finds it by its mutation id. */
async function openedEarlier(
  { pool, commands }: Toolbox,
  { isResumed, userId, clientMutationId, course }: CommandContext,
): Promise<number | undefined> {
  if (!isResumed || userId === null || clientMutationId === null) return undefined;
  await commands.caughtUp();
  const opened = await companyOpenedBy(pool, userId, clientMutationId);
  if (opened && course) course.earlierOperationId ??= opened.operation_id;
  return opened?.company_id;
}

/** Opens the files whose registration was not followed by their opening. Safe to run at any time, anywhere. */
export async function completeRegistrations(
  toolbox: Toolbox,
  log: EventLog,
  olderThanSeconds: number,
): Promise<number> {
  const pending = await unopenedRegistrations(toolbox.pool, olderThanSeconds);
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
    const { data } = firstOfType([upcast(stored) as FirmEvent], 'CompanyFileRegistered');
    const userId = metadata.user_id ?? null;
    const context = systemContext('completion', metadata.operation_id, userId);
    const registered = registrationIn(data, firmId);
    const outcome = await open(toolbox, registered, context);
    if (isRefusal(outcome))
      throw new Error(`Company file ${registered.companyId} cannot be opened: ${outcome.problems[0]!.code}`);
  }
}

function registrationIn(data: DataOfEvent<typeof registerEvents, 'CompanyFileRegistered'>, firmId: number): Registered {
  return {
    companyId: data.company_id,
    publicToken: data.public_token,
    firmId,
    ownerId: null,
    code: data.code,
    request: data.request,
  };
}

async function open(
  { commands, ids }: Toolbox,
  registered: Registered,
  context: CommandContext,
): Promise<{ readonly companyId: number } | Refusal> {
  const { companyId, publicToken, firmId, ownerId, code, request } = registered;
  const pack = countryPack(request.details.country_pack)!;
  const needed = idsNeeded(pack, request);
  const months = monthsTouched(request.fiscalYear.starts_on, request.fiscalYear.ends_on);
  const [fiscalYear, periods, accounts, vatCodes, journals] = await Promise.all([
    ids.allocate('fiscal_years', 1),
    ids.allocate(PERIOD_IDS, months),
    ids.allocate('accounts', needed.accounts),
    ids.allocate('vat_codes', needed.vatCodes),
    ids.allocate('journals', needed.journals),
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
      ...(request.external && { external: request.external }),
      ids: { fiscalYear: fiscalYear[0]!, periods, accounts, vatCodes, journals },
    },
    context,
  );
  return isRefusal(outcome) ? outcome : { companyId };
}
