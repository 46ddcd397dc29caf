import { integrationEvents, type IntegrationEvent } from '../../domain/integrations/integration-events.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectIntegration } from './projector.ts';
import { exchangeRates, integrations } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';

const getIntegrationKeys = ({ id }: { readonly id: number }) => [{ table: integrations, key: [id] }];

export const subject = {
  tables: [integrations, exchangeRates],
  project: handleEach(integrationEvents, projectIntegration),
  needs: handleEach(['IntegrationChanged', 'IntegrationDisconnected'], getIntegrationKeys),
  labels: { integrations: labelByColumns(integrations, 'name') },
} satisfies Subject<IntegrationEvent>;
