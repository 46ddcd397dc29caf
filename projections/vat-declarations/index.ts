import type { VatDeclarationEvent } from '../../domain/vat-declarations/declaration-events.ts';
import type { Subject } from '../support/subject.ts';
import { projectVatDeclaration } from './projector.ts';
import { vatDeclarations } from './tables.ts';
import { labelByColumns } from '../support/labels.ts';
import { readDeclarationUndoFacts } from './undo-facts.ts';

const getDeclarationKeys = ({ id }: { id: number }) => [{ table: vatDeclarations, key: [id] }];

export const subject = {
  tables: [vatDeclarations],
  project: {
    VatDeclarationDrawnUp: projectVatDeclaration,
    VatDeclarationRefreshed: projectVatDeclaration,
    VatDeclarationChanged: projectVatDeclaration,
    VatDeclarationValidated: projectVatDeclaration,
    VatDeclarationFiled: projectVatDeclaration,
    VatDeclarationReopened: projectVatDeclaration,
    VatDeclarationDeleted: projectVatDeclaration,
  },
  needs: {
    VatDeclarationRefreshed: getDeclarationKeys,
    VatDeclarationChanged: getDeclarationKeys,
    VatDeclarationValidated: getDeclarationKeys,
    VatDeclarationFiled: getDeclarationKeys,
    VatDeclarationReopened: getDeclarationKeys,
    VatDeclarationDeleted: getDeclarationKeys,
  },
  labels: { 'vat-declarations': labelByColumns(vatDeclarations, 'label') },
  readUndoFacts: readDeclarationUndoFacts,
} satisfies Subject<VatDeclarationEvent>;
