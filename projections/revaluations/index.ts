import { revaluationEvents, type RevaluationEvent } from '../../domain/revaluations/revaluation-events.ts';
import { labelByColumns } from '../support/labels.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectRevaluation } from './projector.ts';
import { revaluationItems, revaluations } from './tables.ts';

const getKey = ({ id, version }: { readonly id: number; readonly version: number }) =>
  version === 1 ? [] : [{ table: revaluations, key: [id] }];

export const subject = {
  tables: [revaluations, revaluationItems],
  project: handleEach(revaluationEvents, projectRevaluation),
  needs: { CurrenciesRevalued: getKey, RevaluationTakenBack: getKey },
  labels: { revaluations: labelByColumns(revaluations, 'valued_on') },
} satisfies Subject<RevaluationEvent>;
