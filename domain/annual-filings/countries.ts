import type { CompanyDetails } from '../companies/company-events.ts';
import type { PlainDate } from '../dates.ts';
import { belgium } from './belgium/index.ts';
import type { Filer, FilingCountry, FilingForm } from './form.ts';
import { france } from './france/index.ts';
import { luxembourg } from './luxembourg/index.ts';

/** The forms of annual accounts by country. */
export const filingCountries: Readonly<Record<CompanyDetails['country_pack'], FilingCountry>> = {
  BE: belgium,
  FR: france,
  LU: luxembourg,
};

export const listFilingForms = (
  country: CompanyDetails['country_pack'],
  filer: Filer,
  endsOn: PlainDate,
): readonly FilingForm[] => filingCountries[country].listForms(filer, endsOn);
