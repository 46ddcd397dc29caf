import type { FeesEvent } from '../../domain/vat-filing/fees-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectFeesSlip } from './projector.ts';
import { feesSlips } from './tables.ts';
import { labelFeesSlips } from './labels.ts';

export const subject = {
  tables: [feesSlips],
  project: { FeesSlipSet: projectFeesSlip },
  needs: { FeesSlipSet: ({ id, version }) => (version === 1 ? [] : [{ table: feesSlips, key: [id] }]) },
  labels: { 'fees-281-50-slips': labelFeesSlips },
} satisfies Subject<FeesEvent>;
