import { countryPacks } from '../country-packs/index.ts';
import { refuseInvalid, type Refusal } from '../refusal.ts';

/** An enterprise in the register of its country. */
export interface EnterpriseSubject {
  readonly country: string;
  readonly number: string;
}

/** Identifies an enterprise by its number in any notation. If it is valid in several countries, the country is required. */
export function resolveEnterprise(text: string, country: string | null): EnterpriseSubject | Refusal {
  const subjects = countryPacks
    .filter(({ code }) => country === null || code === country)
    .flatMap(({ code, enterpriseNumber, vatNumber }) => {
      const number =
        enterpriseNumber.normalise(text) ?? extractEnterpriseNumber(vatNumber.normalise(text), enterpriseNumber);
      return number === null ? [] : [{ country: code, number }];
    });
  const [first, second] = subjects;
  if (!first) return refuseInvalid([{ field: 'number', code: 'enterprise_number_invalid' }]);
  return second ? refuseInvalid([{ field: 'country', code: 'enterprise_country_needed' }]) : first;
}

/** VAT numbers of Belgium and France end with the enterprise number. Those of Luxembourg do not contain it. */
function extractEnterpriseNumber(
  vatNumber: string | null,
  { normalise }: { readonly normalise: (text: string) => string | null },
): string | null {
  if (vatNumber === null) return null;
  return normalise(vatNumber.slice(2)) ?? normalise(vatNumber.slice(4));
}
