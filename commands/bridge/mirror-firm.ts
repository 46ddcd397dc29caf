import type { RefusedPart, ReceivedFields } from '../../domain/bridge/bridge-events.ts';
import { MIRRORED_FIRM_FIELDS } from '../../domain/bridge/mirrored-firm.ts';
import type { ToldMember, ToldTeam } from '../../domain/bridge/team.ts';
import { isOutdated } from '../../domain/bridge/received-fields.ts';
import type { Language } from '../../domain/language.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { PlatformCompany, PlatformFirm, PlatformMember } from '../../outside/bridge/platform.ts';
import {
  listCompaniesByExternalId,
  findFirmByExternalId,
  listKnownPeople,
  listPlatformMembers,
} from '../../projections/bridge/queries.ts';
import { createPublicToken } from '../../stores/identity/secrets.ts';
import type { CommandContext } from '../support/context.ts';
import { runExclusively } from '../support/advisory-lock.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { isUpToDate, mirrorCompany } from './mirror-company.ts';
import { normaliseEmail, mirrorPerson } from './people.ts';
import { recordComparedCompanies, recordSync } from '../../stores/bridge/syncs.ts';

/** Updates a firm, its team and its company files to the data of the external platform. Idempotent. */
export interface MirroredFirm {
  readonly firmId: number;
  readonly publicToken: string;
  readonly isNew: boolean;
  readonly isRecorded: boolean;
  /** The message was older than the known state: it was ignored. */
  readonly isOutdated: boolean;
  /** False if the time limit was reached, and a job continues. */
  readonly isWhole: boolean;
  readonly refused: readonly RefusedPart[];
  /** Log position that every process must have processed. */
  readonly rightsChangedAt: number | null;
}

export interface MirrorOptions {
  /** Language of a firm for which the platform gives none. */
  readonly language: Language;
  /** Time limit; the rest is left to a job. */
  readonly withinMs: number;
  readonly today: string;
}

export async function mirrorFirm(
  toolbox: Toolbox,
  firm: PlatformFirm,
  { language, withinMs, today }: MirrorOptions,
  context: CommandContext,
): Promise<MirroredFirm | Refusal> {
  const { pool, commands } = toolbox;
  const deadline = performance.now() + withinMs;
  const known = await findFirmByExternalId(pool, firm.external_id);
  if (known && isOutdated(firm.revision ?? null, (await commands.loadState('firm', known.id)).mirror)) {
    const as = { firmId: known.id, publicToken: known.public_token, isNew: false, isOutdated: true, isWhole: true };
    return { ...as, isRecorded: false, refused: [], rightsChangedAt: null };
  }
  const opened = known
    ? { firmId: known.id, publicToken: known.public_token, isNew: false }
    : await openMirroredFirm(toolbox, firm, language, context);
  if (isRefusal(opened)) return opened;
  const { firmId } = opened;
  const people = firm.members ? await mirrorTeam(toolbox, firm.members, context) : null;
  const owner = { firmId, language: known?.locale ?? firm.locale ?? language, today };
  const files = await mirrorCompanies(toolbox, owner, firm.companies ?? [], deadline, context);
  const team = people && (await buildTeam(toolbox, firmId, people.members));
  const outcome = await commands.execute('firm', firmId, buildMirrorCommand(firm, team, null), context);
  if (isRefusal(outcome)) return outcome;
  await recordSync(pool, 'firm', firmId, files.isWhole);
  return {
    ...opened,
    isRecorded: opened.isNew || files.isRecorded || outcome.events.length > 0,
    isOutdated: false,
    isWhole: files.isWhole,
    refused: [...(outcome.state.mirror?.refused ?? []), ...(people?.refused ?? []), ...files.refused],
    rightsChangedAt: outcome.position,
  };
}

const buildMirrorCommand = (
  firm: PlatformFirm,
  team: ToldTeam | null,
  opening: { readonly firmId: number; readonly publicToken: string; readonly language: Language } | null,
) =>
  ({
    type: 'MirrorFirm',
    externalId: firm.external_id,
    revision: firm.revision ?? null,
    isPartner: firm.is_partner,
    told: toTold(firm),
    team,
    opening,
    now: new Date().toISOString(),
  }) as const;

/** Mandatory fields of a firm may be omitted, but not emptied. */
const NEEDED: ReadonlySet<string> = new Set(['name', 'country_code', 'locale']);

function toTold(firm: PlatformFirm): ReceivedFields {
  const told = MIRRORED_FIRM_FIELDS.flatMap((name) => {
    const value = firm[name];
    return value === undefined || (value === null && NEEDED.has(name)) ? [] : [[name, value] as const];
  });
  return Object.fromEntries(told);
}

/** Ids of the platform are unique: of two concurrent requests with a new id, the second finds the firm of the first. */
function openMirroredFirm(
  { pool, commands, ids }: Toolbox,
  firm: PlatformFirm,
  language: Language,
  context: CommandContext,
): Promise<Pick<MirroredFirm, 'firmId' | 'publicToken' | 'isNew'> | Refusal> {
  return runExclusively(pool, `external firm ${firm.external_id}`, async () => {
    await commands.waitForProjections();
    const meanwhile = await findFirmByExternalId(pool, firm.external_id);
    if (meanwhile) return { firmId: meanwhile.id, publicToken: meanwhile.public_token, isNew: false };
    const firmId = (await ids.allocate('firms', 1))[0]!;
    const publicToken = createPublicToken();
    const command = buildMirrorCommand(firm, null, { firmId, publicToken, language });
    const outcome = await commands.execute('firm', firmId, command, context);
    return isRefusal(outcome) ? outcome : { firmId, publicToken, isNew: true };
  });
}

interface KnownMember extends PlatformMember {
  readonly userId: number;
  readonly mustAccept: boolean;
}

async function mirrorTeam(
  toolbox: Toolbox,
  told: readonly PlatformMember[],
  context: CommandContext,
): Promise<{ readonly members: readonly KnownMember[]; readonly refused: readonly RefusedPart[] }> {
  const known = await listKnownPeople(
    toolbox.pool,
    told.map(({ external_id }) => external_id),
    told.map(({ email }) => normaliseEmail(email)),
  );
  const members = new Map<number, KnownMember>();
  const refused: RefusedPart[] = [];
  for (const member of told) {
    const person = await mirrorPerson(toolbox, member, known, context);
    if (person) members.set(person.userId, { ...member, ...person });
    if (!person || person.isAddressTaken)
      refused.push({
        resource: 'members',
        external_id: member.external_id,
        field: 'email',
        code: 'member_address_taken',
      });
  }
  return { members: [...members.values()], refused };
}

async function buildTeam({ pool }: Toolbox, firmId: number, members: readonly KnownMember[]): Promise<ToldTeam> {
  const named = [...new Set(members.flatMap(({ company_external_ids }) => company_external_ids))];
  const companies = named.length === 0 ? [] : await listCompaniesByExternalId(pool, named);
  const tokens = new Map(companies.map(({ external_id, public_token }) => [external_id, public_token]));
  return {
    ofPlatform: await listPlatformMembers(pool, firmId),
    members: members.map((member): ToldMember => ({
      userId: member.userId,
      externalId: member.external_id,
      role: member.role,
      isActive: member.is_active,
      mustAccept: member.mustAccept,
      allCompanies: member.all_companies,
      companyTokens: member.all_companies ? [] : member.company_external_ids.flatMap((id) => tokens.get(id) ?? []),
    })),
  };
}

async function mirrorCompanies(
  toolbox: Toolbox,
  owner: Parameters<typeof mirrorCompany>[1],
  told: readonly PlatformCompany[],
  deadline: number,
  context: CommandContext,
): Promise<{ readonly isWhole: boolean; readonly isRecorded: boolean; readonly refused: readonly RefusedPart[] }> {
  const { pool } = toolbox;
  const ids = told.map(({ external_id }) => external_id);
  const known = new Map((await listCompaniesByExternalId(pool, ids)).map((company) => [company.external_id, company]));
  const refused: RefusedPart[] = [];
  const compared: number[] = [];
  let [isWhole, isFull, isRecorded] = [true, false, false];
  for (const company of told) {
    const there = known.get(company.external_id);
    if (there?.is_open && !there.is_trashed && there.firm_id === owner.firmId && isUpToDate(there, company)) {
      compared.push(there.id);
      continue;
    }
    // If the licence has no room for this file, it has none for the next one.
    if (isFull && !there) continue;
    if (performance.now() > deadline) {
      isWhole = false;
      continue;
    }
    const mirrored = await mirrorCompany(toolbox, owner, company, context, there);
    refused.push(...mirrored.refused);
    isRecorded ||= mirrored.isRecorded;
    if (mirrored.companyId !== null) compared.push(mirrored.companyId);
    isFull ||= mirrored.refused.some(({ code }) => code === 'company_limit_reached');
  }
  await recordComparedCompanies(pool, compared);
  return { isWhole, isRecorded, refused };
}
