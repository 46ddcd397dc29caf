import { accounts } from '../accounts/account.ts';
import { journalRules } from '../journals/rule.ts';
import { journals } from '../journals/journal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import type { Resource } from './resource.ts';

/** Every resource that the generic decider, projector and routes serve; parents before children. */
export const resources: readonly Resource[] = [accounts, vatCodes, journals, thirdParties, journalRules];

const byName = new Map(resources.map((resource) => [resource.name, resource]));

export function resourceNamed(name: string): Resource | undefined {
  return byName.get(name);
}
