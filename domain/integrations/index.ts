import type { CompanyFile } from '../company-file-state.ts';
import { on, plain, type Subject } from '../subject.ts';
import { integrationEvents } from './integration-events.ts';
import { decideIntegration, decideRates } from './integrations.ts';
import { evolveIntegrations, initialIntegrations } from './state.ts';
import { integrationsUndo } from './undo.ts';

/** Sources outside that a company file is connected with, and what comes from them that has no subject of its own. */
export const integrations = {
  events: integrationEvents,
  decide: {
    ConnectIntegration: decideIntegration,
    ChangeIntegration: decideIntegration,
    DisconnectIntegration: decideIntegration,
    RecordExchangeRates: decideRates,
  },
  evolve: [
    on(integrationEvents, (file, event) => ({ ...file, integrations: evolveIntegrations(file.integrations, event) })),
  ],
  slices: { integrations: plain(initialIntegrations) },
  undo: integrationsUndo,
} satisfies Subject<CompanyFile>;
