import { FactsNotRead, type Undoing } from '../history/undo.ts';
import type { DeclarationFacts } from './declaration-facts.ts';

export function getDeclarationFacts(id: number, { facts }: Undoing): DeclarationFacts {
  const found = facts.vatDeclarations.get(id);
  if (!found) throw new FactsNotRead(`VAT declaration ${id} was not read`);
  return found;
}
