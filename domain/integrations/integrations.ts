import type { CompanyFile } from '../company-file-state.ts';
import { sameJson, type Json, type JsonRecord } from '../json.ts';
import { conflict } from '../records/records.ts';
import { invalid, refuse, unreachable, type Decision, type Problem } from '../refusal.ts';
import { catalogueEntry, type CatalogueEntry, type IntegrationKind, type Schedule } from './catalogue.ts';
import type { IntegrationEvent, IntegrationFields } from './integration-events.ts';
import type { RatesOfDay } from './rates.ts';
import { completedSettings, settingsProblems } from './settings.ts';
import type { Integration } from './state.ts';

/** Sources outside are connected, changed and left. What is fetched from them goes the way of everything that comes in. */

export const MAX_INTEGRATIONS = 100;

/** What is secret of the settings, which was put away before. */
export interface SealedSecrets {
  /** Null: there are none. */
  readonly id: string | null;
  readonly hints: Readonly<Record<string, string>>;
}

export interface ConnectIntegration {
  readonly type: 'ConnectIntegration';
  readonly id: number;
  readonly kind: string;
  /** Null: as the catalogue calls it. */
  readonly name: string;
  readonly settings: JsonRecord;
  readonly sealed: SealedSecrets;
  /** Null: the first that the catalogue offers. */
  readonly schedule: Schedule | null;
  readonly isActive: boolean;
}

export interface IntegrationChanges {
  readonly name?: string;
  /** Those that are named; null takes one away. */
  readonly settings?: JsonRecord;
  readonly sealed?: SealedSecrets;
  readonly schedule?: Schedule;
  readonly is_active?: boolean;
}

export interface ChangeIntegration {
  readonly type: 'ChangeIntegration';
  readonly id: number;
  readonly changes: IntegrationChanges;
  readonly baseVersion: number | null;
}

export interface DisconnectIntegration {
  readonly type: 'DisconnectIntegration';
  readonly id: number;
  readonly baseVersion: number | null;
}

export type IntegrationCommand = ConnectIntegration | ChangeIntegration | DisconnectIntegration;

export function decideIntegration(command: IntegrationCommand, file: CompanyFile): Decision<IntegrationEvent> {
  if (command.type === 'ConnectIntegration') return connect(command, file);
  const known = file.integrations.connected[command.id];
  if (!known) return refuse('not_found');
  if (command.baseVersion !== null && command.baseVersion !== known.version) return conflict(known.version);
  switch (command.type) {
    case 'ChangeIntegration':
      return change(command, known);
    case 'DisconnectIntegration':
      return [{ type: 'IntegrationDisconnected', data: { id: command.id, version: known.version + 1 } }];
    default:
      return unreachable(command);
  }
}

function connect(command: ConnectIntegration, { integrations }: CompanyFile): Decision<IntegrationEvent> {
  const entry = catalogueEntry(command.kind);
  if (!entry) return invalid([{ code: 'integration_unknown', field: 'key', params: { key: command.kind } }]);
  const { id, name, sealed, isActive } = command;
  const settings = completedSettings(entry, command.settings);
  const schedule = command.schedule ?? entry.schedules[0]!;
  const problems = [
    ...settingsProblems(entry, settings, Object.keys(sealed.hints)),
    ...scheduleProblems(entry, schedule),
  ];
  if (problems.length > 0) return invalid(problems);
  if (Object.keys(integrations.connected).length >= MAX_INTEGRATIONS)
    return refuse('integration_limit_reached', { params: { max: MAX_INTEGRATIONS } });
  const kind: IntegrationKind = entry.key;
  const { id: sealed_id, hints } = sealed;
  const data = { id, kind, name, settings, hints, sealed_id, schedule, is_active: isActive };
  return [{ type: 'IntegrationConnected', data }];
}

const FIELDS = ['name', 'settings', 'hints', 'sealed_id', 'schedule', 'is_active'] as const;

function change({ id, changes }: ChangeIntegration, known: Integration): Decision<IntegrationEvent> {
  const entry = catalogueEntry(known.kind)!;
  const { settings: requested = {}, sealed, ...others } = changes;
  const settings = completedSettings(entry, withoutNulls({ ...known.settings, ...requested }));
  const after: IntegrationFields = {
    ...{ name: known.name, schedule: known.schedule, is_active: known.is_active, ...others },
    ...{ settings, hints: sealed?.hints ?? known.hints, sealed_id: sealed ? sealed.id : known.sealed_id },
  };
  const problems = [
    ...settingsProblems(entry, settings, Object.keys(after.hints)),
    ...scheduleProblems(entry, after.schedule),
  ];
  if (problems.length > 0) return invalid(problems);
  const names = FIELDS.filter((name) => !sameJson(after[name], known[name]));
  if (names.length === 0) return [];
  const data = { id, version: known.version + 1, changes: partOf(after, names), previous: partOf(known, names) };
  return [{ type: 'IntegrationChanged', data }];
}

const partOf = (fields: IntegrationFields, names: readonly (typeof FIELDS)[number][]): Partial<IntegrationFields> =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

const withoutNulls = (settings: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(settings).filter((one): one is [string, Json] => one[1] !== null));

const scheduleProblems = ({ schedules }: CatalogueEntry, schedule: Schedule): Problem[] =>
  schedules.includes(schedule)
    ? []
    : [{ code: 'integration_schedule_not_offered', field: 'schedule', params: { schedules: schedules.join(', ') } }];

export interface RecordExchangeRates {
  readonly type: 'RecordExchangeRates';
  /** The oldest first. */
  readonly days: readonly RatesOfDay[];
}

/** Each day once: what is known stays, whichever source is asked next. */
export function decideRates({ days }: RecordExchangeRates, { integrations }: CompanyFile): Decision<IntegrationEvent> {
  const until = integrations.rates_until;
  const fresh = days.filter(({ day }) => until === null || day > until);
  return fresh.length === 0 ? [] : [{ type: 'ExchangeRatesRecorded', data: { days: fresh } }];
}
