import { findCatalogueEntry, type CatalogueEntry, type Schedule } from '../../domain/integrations/catalogue.ts';
import type { IntegrationChanges, SealedSecrets } from '../../domain/integrations/integrations.ts';
import {
  completeIntegrationSettings,
  isDestinationChanged,
  separateSecrets,
  checkIntegrationSecrets,
  checkIntegrationSettings,
} from '../../domain/integrations/settings.ts';
import type { Integration } from '../../domain/integrations/state.ts';
import type { JsonRecord } from '../../domain/json.ts';
import { refuseInvalid, isRefusal, refuse, type Problem, type Refusal } from '../../domain/refusal.ts';
import type { Connectors } from '../../outside/integrations/index.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { deleteIntegrationData, resetIntegration, wakeRunners } from '../../stores/integrations/runs.ts';
import { buildSecretHint, type IntegrationSecrets } from '../../stores/integrations/secrets.ts';

/** Connects, changes and disconnects integrations with external sources. */

export interface IntegrationTools extends Toolbox {
  readonly integrationSecrets: IntegrationSecrets;
  readonly connectors: Connectors;
}

export interface RequestedIntegration {
  readonly key: string;
  readonly name: string;
  /** Including the secret settings. */
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
  const entry = findCatalogueEntry(key);
  const parted = entry ? separateSecrets(entry, dropNulls(requested.settings)) : { settings: {}, secrets: {} };
  const [id] = await ids.allocate('integrations', 1);
  const wrong = entry
    ? findSettingsProblems(tools, entry, parted.settings, parted.secrets, Object.keys(keepTextSecrets(parted.secrets)))
    : [];
  if (wrong.length > 0) return refuseInvalid(wrong);
  const sealed = await sealSecrets(integrationSecrets, id!, keepTextSecrets(parted.secrets));
  const outcome = await commands.execute(
    'company',
    companyId,
    { type: 'ConnectIntegration', id: id!, kind: key, name, settings: parted.settings, sealed, schedule, isActive },
    context,
  );
  if (isRefusal(outcome)) {
    await integrationSecrets.removeExcept(id!, null);
    return outcome;
  }
  const { data } = getFirstOfType(outcome.events, 'IntegrationConnected');
  // An earlier run of the same request has created another integration.
  if (data.id !== id) await integrationSecrets.removeExcept(id!, null);
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
  const { integrations } = await commands.loadState('company', companyId);
  const known = integrations.connected[id];
  if (!known) return refuse('not_found');
  const entry = findCatalogueEntry(known.kind)!;
  const { settings, secrets } = separateSecrets(entry, changes.settings ?? {});
  const after = dropNulls({ ...known.settings, ...settings });
  const merged = await mergeSecrets(integrationSecrets, known, secrets);
  if (isRefusal(merged)) return merged;
  const names = merged === null ? Object.keys(known.hints) : Object.keys(merged);
  const wrong = findSettingsProblems(tools, entry, after, secrets, names);
  if (wrong.length > 0) return refuseInvalid(wrong);
  const unsent = isDestinationChanged(entry, known.settings, after) ? listUnsentSecrets(known, secrets) : [];
  if (unsent.length > 0) return refuseUnsentSecrets(unsent);
  const sealed = merged && (await sealSecrets(integrationSecrets, id, merged));
  const { settings: _settings, ...others } = changes;
  const requested = { ...others, ...(changes.settings && { settings }), ...(sealed && { sealed }) };
  const outcome = await commands.execute(
    'company',
    companyId,
    { type: 'ChangeIntegration', id, changes: requested, baseVersion },
    context,
  );
  const { integrations: now } = await commands.loadState('company', companyId);
  await integrationSecrets.removeExcept(id, now.connected[id]?.sealed_id ?? null);
  if (isRefusal(outcome)) return outcome;
  if (outcome.events.length > 0) await resetIntegration(pool, id);
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
  // If the process dies here, a nightly job does the clean-up.
  await integrationSecrets.removeExcept(id, null);
  await deleteIntegrationData(pool, id);
  return { recorded: outcome.events.length > 0 };
}

/** A setting that is null is one that is not set, as the catalogue shows those without default. */
const dropNulls = (settings: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));

/** Validates the settings without recording or storing anything. */
function findSettingsProblems(
  { connectors }: Pick<IntegrationTools, 'connectors'>,
  entry: CatalogueEntry,
  given: JsonRecord,
  secrets: JsonRecord,
  names: readonly string[],
): readonly Problem[] {
  const settings = completeIntegrationSettings(entry, given);
  const problems = [...checkIntegrationSettings(entry, settings, names), ...checkIntegrationSecrets(entry, secrets)];
  return problems.length > 0 ? problems : findAddressProblems(connectors, entry, settings);
}

/** Refuses local addresses immediately. Host names are checked again at each call. */
function findAddressProblems(
  connectors: Connectors,
  { fields }: CatalogueEntry,
  settings: JsonRecord,
): readonly Problem[] {
  return fields.flatMap(({ name, kind }): readonly Problem[] => {
    const value = settings[name];
    if (typeof value !== 'string' || value === '') return [];
    const mayCall =
      kind === 'host'
        ? connectors.canCallHost(value, Number(settings['port']))
        : kind !== 'url' || connectors.canCallUrl(value);
    return mayCall ? [] : [{ code: 'integration_address_refused', field: `settings.${name}` }];
  });
}

const keepTextSecrets = (secrets: JsonRecord): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(secrets).filter((one): one is [string, string] => typeof one[1] === 'string'));

/** Stored secrets that the request neither replaces nor removes. A hint that is sent back replaces nothing. */
const listUnsentSecrets = ({ hints }: Integration, requested: JsonRecord): readonly string[] =>
  Object.keys(hints).filter((name) => requested[name] === undefined || requested[name] === hints[name]);

/** A stored secret never goes to an address for which it was not entered. */
const refuseUnsentSecrets = (names: readonly string[]): Refusal => ({
  refused: true,
  code: 'secret_required',
  problems: names.map((name) => ({ code: 'secret_required', field: `settings.${name}` })),
});

/** Merges changed secrets into the stored ones; null if none changes. A hint that is sent back means unchanged. */
async function mergeSecrets(
  store: IntegrationSecrets,
  { sealed_id, hints }: Integration,
  requested: JsonRecord,
): Promise<Readonly<Record<string, string>> | null | Refusal> {
  const changed = Object.entries(requested).filter(([name, value]) => value !== hints[name]);
  if (changed.length === 0) return null;
  const known = sealed_id === null ? {} : await store.read(sealed_id);
  const gone = new Set(changed.map(([name]) => name));
  // If the stored secrets cannot be read any more, all of them must be entered again.
  if (known === null && Object.keys(hints).some((name) => !gone.has(name)))
    return refuseInvalid(
      Object.keys(hints)
        .filter((name) => !gone.has(name))
        .map((name) => ({ code: 'integration_secret_lost', field: `settings.${name}` })),
    );
  const kept = Object.entries(known ?? {}).filter(([name]) => !gone.has(name));
  return { ...Object.fromEntries(kept), ...keepTextSecrets(Object.fromEntries(changed)) };
}

async function sealSecrets(
  store: IntegrationSecrets,
  id: number,
  secrets: Readonly<Record<string, string>>,
): Promise<SealedSecrets> {
  const hints = Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, buildSecretHint(secret)]));
  return { id: Object.keys(secrets).length === 0 ? null : await store.store(id, secrets), hints };
}
