import type { FilingCompany } from '../../../domain/vat-filing/filer.ts';
import type { FiledReturn } from '../../../domain/vat-filing/intervat-return.ts';
import type { FeesNature } from '../../../domain/vat-filing/fees-events.ts';
import type { Slip } from '../../../domain/vat-filing/fees-listing.ts';
import { readXml } from '../../../outside/xml/read-xml.ts';

export const read = (xml: string) => readXml(Buffer.from(xml));

export const company = (more: Partial<FilingCompany> = {}): FilingCompany => ({
  id: 7,
  name: 'Menuiserie Dupont & Fils',
  country_pack: 'BE',
  vat_regime: 'quarterly',
  locale: 'fr',
  enterprise_number: '0477472701',
  vat_number: 'BE0477472701',
  address: null,
  street: 'Rue Haute',
  house_number: '12',
  box: null,
  postal_code: '1000',
  city: 'Bruxelles',
  country: 'BE',
  settings: {},
  ...more,
});

export const REPRESENTATIVE = {
  'vat.filer.quality': 'representative',
  'vat.filer.name': 'Fiduciaire Nord',
  'vat.filer.enterprise_number': '0403.019.261',
  'vat.filer.phone': '+32 2 123 45 67',
  'vat.filer.email': 'info@nord.example',
  'vat.filer.address': 'Quai 1',
  'vat.filer.postal_code': '4000',
  'vat.filer.city': 'Liège',
  'vat.filer.country': 'BE',
};

export const filedReturn = (more: Partial<FiledReturn> = {}): FiledReturn => ({
  id: 42,
  form: '625',
  period_type: 'quarterly',
  year: 2026,
  period: 1,
  boxes: [
    { box: '03', amount: '1000.00' },
    { box: '54', amount: '210.00' },
    { box: 'XX', amount: '210.00' },
    { box: '82', amount: '300.00' },
    { box: '59', amount: '63.00' },
    { box: 'YY', amount: '63.00' },
    { box: '71', amount: '147.00' },
  ],
  requests: { restitution: false, payment_forms: true, client_listing_nil: false },
  comment: null,
  ...more,
});

export const slip = (more: Partial<Slip> = {}): Slip => ({
  third_party_id: 5,
  name: 'Maître Léa Hanssens',
  street: 'Rue Neuve 3',
  postal_code: '1000',
  city: 'Bruxelles',
  country: 'BE',
  enterprise_number: '0428759497',
  national_number: null,
  nature: 'fees' satisfies FeesNature,
  amount: '1500.00',
  amount_paid: '1000.00',
  version: 0,
  is_edited: false,
  excluded: null,
  ...more,
});
