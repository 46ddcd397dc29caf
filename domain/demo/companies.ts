import type { DemoCompany } from './company.ts';
import bakeryFile from './data/bakery.json' with { type: 'json' };
import consultancyFile from './data/consultancy.json' with { type: 'json' };
import contractorFile from './data/contractor.json' with { type: 'json' };
import shopFile from './data/shop.json' with { type: 'json' };
import { readDemoCompany } from './read-company.ts';

/** A bakery with a shop: monthly VAT at 6 %, weekly takings, hotels and restaurants as invoiced customers. */
export const bakery = readDemoCompany(bakeryFile);

/** A consultancy in Ghent: quarterly VAT at 21 %, customers abroad, few purchases. Its books are in Dutch. */
export const consultancy = readDemoCompany(consultancyFile);

/** A roofer: private houses at 6 %, main contractors with reverse charge, and its own subcontractors. */
export const contractor = readDemoCompany(contractorFile);

/** A small haberdashery under the exemption scheme for small businesses: no VAT on sales, no deduction, no returns. */
export const shop = readDemoCompany(shopFile);

/** Four fictitious companies with different products, VAT regimes and languages. */
export const demoCompanies: readonly DemoCompany[] = [bakery, consultancy, contractor, shop];
