import type { TestCompany, TestFirm, TestService } from './service.ts';

/** A French company file with what its invoices need. */
export const openFrenchCompany = (
  service: Pick<TestService, 'newCompany'>,
  { client }: TestFirm,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<TestCompany> =>
  service.newCompany(client, {
    name: 'Atelier Lumen',
    country_pack: 'FR',
    country: 'FR',
    legal_form: 'SARL',
    enterprise_number: '732829320',
    vat_number: 'FR44732829320',
    street: 'rue des Arts',
    house_number: '3',
    postal_code: '69001',
    city: 'Lyon',
    ...fields,
  });
