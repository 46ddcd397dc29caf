import type { Company } from './answers.ts';

/** What the cards of the settings show, and may change. */
export interface CompanyCardProps {
  readonly company: Company;
  readonly canWrite: boolean;
  readonly onChanged: () => void;
}
