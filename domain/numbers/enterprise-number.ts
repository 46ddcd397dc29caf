import { countryPacks } from '../country-packs/index.ts';
import { invalid, type Refusal } from '../refusal.ts';

/** An enterprise in the register of its country. */
export interface EnterpriseSubject {
  readonly country: string;
  readonly number: string;
}

/** Which enterprise a number names, however it is written; where several countries have such a number, one must be named. */
export function enterpriseSubject(text: string, country: string | null): EnterpriseSubject | Refusal {
  const subjects = countryPacks
    .filter(({ code }) => country === null || code === country)
    .flatMap(({ code, enterpriseNumber, vatNumber }) => {
      const number = enterpriseNumber.normalise(text) ?? numberInside(vatNumber.normalise(text), enterpriseNumber);
      return number === null ? [] : [{ country: code, number }];
    });
  const [first, second] = subjects;
  if (!first) return invalid([{ field: 'number', code: 'enterprise_number_invalid' }]);
  return second ? invalid([{ field: 'country', code: 'enterprise_country_needed' }]) : first;
}

/** VAT numbers of Belgium and France end with the number of the enterprise; those of Luxembourg do not tell it. */
function numberInside(
  vatNumber: string | null,
  { normalise }: { readonly normalise: (text: string) => string | null },
): string | null {
  if (vatNumber === null) return null;
  return normalise(vatNumber.slice(2)) ?? normalise(vatNumber.slice(4));
}
