import { vatDeclarationEvents, type VatDeclarationEvent } from '../../domain/vat-declarations/declaration-events.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectVatDeclaration } from './projector.ts';
import { vatDeclarations } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { readDeclarationUndoFacts } from './undo-facts.ts';

const getDeclarationKeys = ({ id }: { id: number }) => [{ table: vatDeclarations, key: [id] }];

export const subject = {
  tables: [vatDeclarations],
  project: handleEach(vatDeclarationEvents, projectVatDeclaration),
  needs: handleEach(vatDeclarationEvents, getDeclarationKeys, { except: ['VatDeclarationDrawnUp'] }),
  namedBy: { declaration_id: 'vat-declarations' },
  labels: { 'vat-declarations': labelByColumns(vatDeclarations, 'label') },
  readUndoFacts: readDeclarationUndoFacts,
} satisfies Subject<VatDeclarationEvent>;
