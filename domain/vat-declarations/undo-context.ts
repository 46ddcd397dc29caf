import { FactsNotRead, type Undoing } from '../history/undo.ts';
import type { DeclarationFacts } from './declaration-facts.ts';

export function getDeclarationFacts(id: number, { file, facts }: Undoing): DeclarationFacts {
  const found = facts.vatDeclarations.get(id);
  const isThere = file.vatDeclarations.some((one) => one.id === id);
  // The file and the facts were read at different times.
  if (!found || found.is_deleted === isThere) throw new FactsNotRead(`VAT declaration ${id} was not read`);
  return found;
}
