import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import { on, plainSlice, type Subject } from '../subject.ts';
import { integrationEvents } from './integration-events.ts';
import { decideIntegration, decideRates } from './integrations.ts';
import { evolveIntegrations, initialIntegrations } from './state.ts';
import { integrationsUndo } from './undo.ts';

/** External sources connected to a company file, and their data that belongs to no other subject. */
export const integrations = {
  events: integrationEvents,
  decide: {
    ConnectIntegration: decideIntegration,
    ChangeIntegration: decideIntegration,
    DisconnectIntegration: decideIntegration,
    RecordExchangeRates: decideRates,
  },
  evolve: [
    on(integrationEvents, (file, event) => ({
      ...file,
      integrations: evolveIntegrations(file.integrations, event, file.identity?.currency ?? ''),
    })),
  ],
  slices: { integrations: plainSlice(initialIntegrations) },
  undo: integrationsUndo,
} satisfies Subject<CompanyFileState, CompanyFile>;
