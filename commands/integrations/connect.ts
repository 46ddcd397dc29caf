import { catalogueEntry, type CatalogueEntry, type Schedule } from '../../domain/integrations/catalogue.ts';
import type { IntegrationChanges, SealedSecrets } from '../../domain/integrations/integrations.ts';
import {
  completedSettings,
  partedSettings,
  secretProblems,
  settingsProblems,
} from '../../domain/integrations/settings.ts';
import type { Integration } from '../../domain/integrations/state.ts';
import type { Json, JsonRecord } from '../../domain/json.ts';
import { invalid, isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import type { Connectors } from '../../outside/integrations/index.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { forgetIntegration, startAnew, wakeRunners } from '../../stores/integrations/runs.ts';
import { hintOf, type IntegrationSecrets } from '../../stores/integrations/secrets.ts';

/** Connections with sources outside: made, changed and left. */

export interface IntegrationTools extends Toolbox {
  readonly integrationSecrets: IntegrationSecrets;
  readonly connectors: Connectors;
}

export interface RequestedIntegration {
  readonly key: string;
  readonly name: string;
  /** With what is secret among them. */
  readonly settings: JsonRecord;
  readonly schedule: Schedule | null;
  readonly isActive: boolean;
}

export async function connectIntegration(
  tools: IntegrationTools,
  companyId: number,
  requested: RequestedIntegration,
  context: CommandContext,
): Promise<{ readonly id: number } | Refusal> {
  const { commands, ids, integrationSecrets, pool } = tools;
  const { key, name, schedule, isActive } = requested;
  const entry = catalogueEntry(key);
  const parted = entry ? partedSettings(entry, requested.settings) : { settings: {}, secrets: {} };
  const [id] = await ids.allocate('integrations', 1);
  const wrong = entry
    ? problemsOf(tools, entry, parted.settings, parted.secrets, Object.keys(present(parted.secrets)))
    : [];
  if (wrong.length > 0) return invalid(wrong);
  const sealed = await sealedFrom(integrationSecrets, id!, present(parted.secrets));
  const outcome = await commands.execute(
    'company',
    companyId,
    { type: 'ConnectIntegration', id: id!, kind: key, name, settings: parted.settings, sealed, schedule, isActive },
    context,
  );
  if (isRefusal(outcome)) {
    await integrationSecrets.forget(id!, null);
    return outcome;
  }
  const { data } = firstOfType(outcome.events, 'IntegrationConnected');
  // An earlier run of the same request has made another one.
  if (data.id !== id) await integrationSecrets.forget(id!, null);
  await wakeRunners(pool);
  return { id: data.id };
}

export interface RequestedChange {
  readonly id: number;
  readonly changes: Omit<IntegrationChanges, 'sealed'>;
  readonly baseVersion: number | null;
}

export async function changeIntegration(
  tools: IntegrationTools,
  companyId: number,
  { id, changes, baseVersion }: RequestedChange,
  context: CommandContext,
): Promise<{ readonly recorded: boolean } | Refusal> {
  const { commands, integrationSecrets, pool } = tools;
  const { integrations } = await commands.look('company', companyId);
  const known = integrations.connected[id];
  if (!known) return refuse('not_found');
  const entry = catalogueEntry(known.kind)!;
  const { settings, secrets } = partedSettings(entry, changes.settings ?? {});
  const merged = await mergedSecrets(integrationSecrets, known, secrets);
  if (isRefusal(merged)) return merged;
  const after = Object.fromEntries(
    Object.entries({ ...known.settings, ...settings }).filter((one): one is [string, Json] => one[1] !== null),
  );
  const names = merged === null ? Object.keys(known.hints) : Object.keys(merged);
  const wrong = problemsOf(tools, entry, after, secrets, names);
  if (wrong.length > 0) return invalid(wrong);
  const sealed = merged && (await sealedFrom(integrationSecrets, id, merged));
  const { settings: _settings, ...others } = changes;
  const requested = { ...others, ...(changes.settings && { settings }), ...(sealed && { sealed }) };
  const outcome = await commands.execute(
    'company',
    companyId,
    { type: 'ChangeIntegration', id, changes: requested, baseVersion },
    context,
  );
  const { integrations: now } = await commands.look('company', companyId);
  await integrationSecrets.forget(id, now.connected[id]?.sealed_id ?? null);
  if (isRefusal(outcome)) return outcome;
  if (outcome.events.length > 0) await startAnew(pool, id);
  await wakeRunners(pool);
  return { recorded: outcome.events.length > 0 };
}

export async function disconnectIntegration(
  { commands, integrationSecrets, pool }: IntegrationTools,
  companyId: number,
  { id, baseVersion }: { readonly id: number; readonly baseVersion: number | null },
  context: CommandContext,
): Promise<{ readonly recorded: boolean } | Refusal> {
  const outcome = await commands.execute(
    'company',
    companyId,
    { type: 'DisconnectIntegration', id, baseVersion },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  // Should the process die here, a job of the night does it.
  await integrationSecrets.forget(id, null);
  await forgetIntegration(pool, id);
  return { recorded: outcome.events.length > 0 };
}

/** What is wrong with the settings, without anything being recorded or put away. */
function problemsOf(
  { connectors }: Pick<IntegrationTools, 'connectors'>,
  entry: CatalogueEntry,
  given: JsonRecord,
  secrets: JsonRecord,
  names: readonly string[],
): readonly Problem[] {
  const settings = completedSettings(entry, given);
  const problems = [...settingsProblems(entry, settings, names), ...secretProblems(entry, secrets)];
  return problems.length > 0 ? problems : addressProblems(connectors, entry, settings);
}

/** Names are judged again at each call; what leads to somewhere local by itself is refused at once. */
function addressProblems(connectors: Connectors, { fields }: CatalogueEntry, settings: JsonRecord): readonly Problem[] {
  return fields.flatMap(({ name, kind }): readonly Problem[] => {
    const value = settings[name];
    if (typeof value !== 'string' || value === '') return [];
    const mayCall =
      kind === 'host'
        ? connectors.mayCallHost(value, Number(settings['port']))
        : kind !== 'url' || connectors.mayCallUrl(value);
    return mayCall ? [] : [{ code: 'integration_address_refused', field: `settings.${name}` }];
  });
}

const present = (secrets: JsonRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(secrets).filter((one): one is [string, string] => typeof one[1] === 'string'));

/** All secrets as they are then; null when none changes. A hint that is sent back means that it stays. */
async function mergedSecrets(
  store: IntegrationSecrets,
  { sealed_id, hints }: Integration,
  requested: JsonRecord,
): Promise<Readonly<Record<string, string>> | null | Refusal> {
  const changed = Object.entries(requested).filter(([name, value]) => value !== hints[name]);
  if (changed.length === 0) return null;
  const known = sealed_id === null ? {} : await store.read(sealed_id);
  const gone = new Set(changed.map(([name]) => name));
  // What cannot be read any more is entered anew, all of it.
  if (known === null && Object.keys(hints).some((name) => !gone.has(name)))
    return invalid(
      Object.keys(hints)
        .filter((name) => !gone.has(name))
        .map((name) => ({ code: 'integration_secret_lost', field: `settings.${name}` })),
    );
  const kept = Object.entries(known ?? {}).filter(([name]) => !gone.has(name));
  return { ...Object.fromEntries(kept), ...present(Object.fromEntries(changed)) };
}

async function sealedFrom(
  store: IntegrationSecrets,
  id: number,
  secrets: Readonly<Record<string, string>>,
): Promise<SealedSecrets> {
  const hints = Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, hintOf(secret)]));
  return { id: Object.keys(secrets).length === 0 ? null : await store.store(id, secrets), hints };
}
