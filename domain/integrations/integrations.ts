import type { CompanyFile } from '../company-file-state.ts';
import { isSameJson, type Json, type JsonRecord } from '../json.ts';
import { refuseInvalid, refuse, assertUnreachable, type Decision, type Problem } from '../refusal.ts';
import { findCatalogueEntry, type CatalogueEntry, type IntegrationKind, type Schedule } from './catalogue.ts';
import type { IntegrationEvent, IntegrationFields } from './integration-events.ts';
import type { RatesOfDay } from './rates.ts';
import { completeIntegrationSettings, checkIntegrationSettings } from './settings.ts';
import type { Integration } from './state.ts';
import { findVersionConflict } from '../versions.ts';

/** External sources are connected, changed and disconnected. Fetched data is processed like any other input. */

export const MAX_INTEGRATIONS = 100;

/** The secret settings, which were stored beforehand. */
export interface SealedSecrets {
  /** Null if there are none. */
  readonly id: string | null;
  readonly hints: Readonly<Record<string, string>>;
}

export interface ConnectIntegration {
  readonly type: 'ConnectIntegration';
  readonly id: number;
  readonly kind: string;
  /** The display name. By default, the name in the catalogue. */
  readonly name: string;
  readonly settings: JsonRecord;
  readonly sealed: SealedSecrets;
  /** Null: the first one in the catalogue. */
  readonly schedule: Schedule | null;
  readonly isActive: boolean;
}

export interface IntegrationChanges {
  readonly name?: string;
  /** Only the settings to change. Null removes one. */
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
  if (command.type === 'ConnectIntegration') return connectIntegration(command, file);
  const known = file.integrations.connected[command.id];
  if (!known) return refuse('not_found');
  const conflict = findVersionConflict(known, command.baseVersion);
  if (conflict) return conflict;
  switch (command.type) {
    case 'ChangeIntegration':
      return changeIntegration(command, known);
    case 'DisconnectIntegration':
      return [{ type: 'IntegrationDisconnected', data: { id: command.id, version: known.version + 1 } }];
    default:
      return assertUnreachable(command);
  }
}

function connectIntegration(command: ConnectIntegration, { integrations }: CompanyFile): Decision<IntegrationEvent> {
  const entry = findCatalogueEntry(command.kind);
  if (!entry) return refuseInvalid([{ code: 'integration_unknown', field: 'key', params: { key: command.kind } }]);
  const { id, name, sealed, isActive } = command;
  const settings = completeIntegrationSettings(entry, command.settings);
  const schedule = command.schedule ?? entry.schedules[0]!;
  const problems = [
    ...checkIntegrationSettings(entry, settings, Object.keys(sealed.hints)),
    ...checkSchedule(entry, schedule),
  ];
  if (problems.length > 0) return refuseInvalid(problems);
  if (Object.keys(integrations.connected).length >= MAX_INTEGRATIONS)
    return refuse('integration_limit_reached', { params: { max: MAX_INTEGRATIONS } });
  const kind: IntegrationKind = entry.key;
  const { id: sealed_id, hints } = sealed;
  const data = { id, kind, name, settings, hints, sealed_id, schedule, is_active: isActive };
  return [{ type: 'IntegrationConnected', data }];
}

const FIELDS = ['name', 'settings', 'hints', 'sealed_id', 'schedule', 'is_active'] as const;

function changeIntegration({ id, changes }: ChangeIntegration, known: Integration): Decision<IntegrationEvent> {
  const entry = findCatalogueEntry(known.kind)!;
  const { settings: requested = {}, sealed, ...others } = changes;
  const settings = completeIntegrationSettings(entry, withoutNulls({ ...known.settings, ...requested }));
  const after: IntegrationFields = {
    name: known.name,
    schedule: known.schedule,
    is_active: known.is_active,
    ...others,
    settings,
    hints: sealed?.hints ?? known.hints,
    sealed_id: sealed ? sealed.id : known.sealed_id,
  };
  const problems = [
    ...checkIntegrationSettings(entry, settings, Object.keys(after.hints)),
    ...checkSchedule(entry, after.schedule),
  ];
  if (problems.length > 0) return refuseInvalid(problems);
  const names = FIELDS.filter((name) => !isSameJson(after[name], known[name]));
  if (names.length === 0) return [];
  const data = {
    id,
    version: known.version + 1,
    changes: pickFields(after, names),
    previous: pickFields(known, names),
  };
  return [{ type: 'IntegrationChanged', data }];
}

const pickFields = (fields: IntegrationFields, names: readonly (typeof FIELDS)[number][]): Partial<IntegrationFields> =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

const withoutNulls = (settings: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(settings).filter((one): one is [string, Json] => one[1] !== null));

const checkSchedule = ({ schedules }: CatalogueEntry, schedule: Schedule): Problem[] =>
  schedules.includes(schedule)
    ? []
    : [{ code: 'integration_schedule_not_offered', field: 'schedule', params: { schedules: schedules.join(', ') } }];

export interface RecordExchangeRates {
  readonly type: 'RecordExchangeRates';
  /** Oldest first. */
  readonly days: readonly RatesOfDay[];
}

/** Each day is recorded once. Known rates stay, even if another source returns different ones. */
export function decideRates({ days }: RecordExchangeRates, { integrations }: CompanyFile): Decision<IntegrationEvent> {
  const until = integrations.rates_until;
  const fresh = days.filter(({ day }) => until === null || day > until);
  return fresh.length === 0 ? [] : [{ type: 'ExchangeRatesRecorded', data: { days: fresh } }];
}
