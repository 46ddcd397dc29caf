/**
 * The French VAT codes. A sale is reported by its regime, its territory and its rate; a purchase also by its nature: goods
 * (G), services (S), fixed assets (I). The rate ends the code.
 *
 * - Tax on goods is due with the invoice. Tax on services is due when they are paid (E, encaissements), unless the supplier
 *   has opted for the invoice (D, débits); the buyer deducts it at that same moment. Until then it waits on 44574 and 44564,
 *   whose balance is therefore the tax on what has not been paid.
 * - Domestic purchases appear on the return by their deductible tax alone.
 * - Credit notes are netted on the lines of the invoices.
 * - 2.1 % is line T6 on the mainland, 11 overseas and T4 in Corsica.
 * - Services from abroad under the general rule go to A3, wherever the supplier is established; B4 is for goods and services
 *   that are taxed in France by their place. Only goods count in 17.
 * - Under the margin scheme (M) the margin before tax is a sale at its rate; what the goods had cost is part of the price and not
 *   taxed (E2).
 * - Works and the like on which the customer owes the tax are "other taxable operations" of the customer (A2).
 */
import { toLabels } from '../chart.ts';
import type { BoxEffect, BoxEffects, PackVatCode, VatKind, VatNature } from '../pack.ts';

/** Line of the return by rate. */
type Lines = Readonly<Record<string, string>>;

const mainland: Lines = { '20': '08', '10': '9B', '5.5': '09', '2.1': 'T6' };
const overseas: Lines = { '8.5': '10', '2.1': '11', '1.75': 'T1', '1.05': 'T2' };
const corsica: Lines = { '13': 'TC', '10': 'T3', '2.1': 'T4', '0.9': 'T5' };
const imported: Lines = { '20': 'I1', '10': 'I2', '8.5': 'I3', '5.5': 'I4', '2.1': 'I5', '1.05': 'I6' };
const reversed: Lines = { ...mainland, '8.5': '10' };

/** Account of the tax due by rate; `*` is every other rate. */
type Accounts = Readonly<Record<string, string>>;

const collected: Accounts = { '20': '445711', '10': '445712', '5.5': '445713', '2.1': '445714' };
const unpaid: Accounts = { '20': '445741', '10': '445742', '5.5': '445743', '2.1': '445744' };

type Names = readonly [fr: string, nl: string, en: string, de: string];

/** A sale at each of the rates. */
type SaleFamily = readonly [
  code: string,
  nature: VatNature | null,
  exigibility: PackVatCode['exigibility'],
  base: string,
  rates: string,
  lines: Lines,
  due: Accounts,
  ...names: Names,
];

/** The family of sales that are taxed by their margin. */
const MARGIN = 'S-M';

// oxfmt-ignore
const sales: readonly SaleFamily[] = [
  ['S', null, 'invoice', 'A1', '20 10 5.5 2.1', mainland, collected, 'Ventes de biens, services sur les débits', 'Verkopen van goederen, diensten volgens factuurstelsel', 'Sales of goods, services taxed on invoicing', 'Verkäufe von Gütern, Dienstleistungen nach vereinbarten Entgelten'],
  ['S-E', 'services', 'payment', 'A1', '20 10 5.5 2.1', mainland, unpaid, 'Prestations de services sur les encaissements', 'Diensten volgens kasstelsel', 'Services taxed on payment', 'Dienstleistungen nach vereinnahmten Entgelten'],
  ['S-DOM', null, 'invoice', 'A1', '8.5 2.1 1.75 1.05', overseas, { '*': '445715' }, 'DOM - ventes de biens, services sur les débits', 'Overzeese departementen - verkopen van goederen, diensten volgens factuurstelsel', 'Overseas departments - sales of goods, services taxed on invoicing', 'Überseedepartements - Verkäufe von Gütern, Dienstleistungen nach vereinbarten Entgelten'],
  ['S-DOM-E', 'services', 'payment', 'A1', '8.5 2.1', overseas, { '*': '445745' }, 'DOM - prestations de services sur les encaissements', 'Overzeese departementen - diensten volgens kasstelsel', 'Overseas departments - services taxed on payment', 'Überseedepartements - Dienstleistungen nach vereinnahmten Entgelten'],
  ['S-CO', null, 'invoice', 'A1', '13 10 2.1 0.9', corsica, { '*': '445716' }, 'Corse - ventes de biens, services sur les débits', 'Corsica - verkopen van goederen, diensten volgens factuurstelsel', 'Corsica - sales of goods, services taxed on invoicing', 'Korsika - Verkäufe von Gütern, Dienstleistungen nach vereinbarten Entgelten'],
  ['S-CO-E', 'services', 'payment', 'A1', '10 2.1', corsica, { '*': '445746' }, 'Corse - prestations de services sur les encaissements', 'Corsica - diensten volgens kasstelsel', 'Corsica - services taxed on payment', 'Korsika - Dienstleistungen nach vereinnahmten Entgelten'],
  ['S-I', 'investment', 'invoice', 'A2', '20', mainland, collected, "Cessions d'immobilisations et livraisons à soi-même", 'Verkopen van vaste activa en interne leveringen', 'Sales of fixed assets and self-supplies', 'Verkäufe von Anlagegütern und Eigenlieferungen'],
  ['S-M', 'goods', 'invoice', 'A1', '20 5.5', mainland, collected, "Marge hors taxe sur biens d'occasion", 'Marge zonder btw op tweedehandse goederen', 'Margin before tax on second-hand goods', 'Marge ohne Steuer auf Gebrauchtgegenstände'],
];

/** A purchase on which the supplier charges the tax. `share`: percentage of it that is deducted. */
type ChargedFamily = readonly [
  code: string,
  nature: VatNature,
  exigibility: PackVatCode['exigibility'],
  rates: string,
  share: string,
  deductible: string,
  line: string,
  ...names: Names,
];

// oxfmt-ignore
const charged: readonly ChargedFamily[] = [
  ['P-G', 'goods', 'invoice', '20 10 5.5 2.1 13 8.5 1.75 1.05 0.9', '100', '445660', '20', 'Achats de biens', 'Aankopen van goederen', 'Purchases of goods', 'Einkäufe von Gütern'],
  ['P-S', 'services', 'payment', '20 10 5.5 2.1 8.5', '100', '445640', '20', 'Achats de services, TVA à la date du paiement', 'Aankopen van diensten, btw bij betaling', 'Purchases of services, VAT on payment', 'Einkäufe von Dienstleistungen, MwSt. bei Zahlung'],
  ['P-S-D', 'services', 'invoice', '20 10 5.5 2.1 8.5', '100', '445660', '20', 'Achats de services, TVA sur les débits', 'Aankopen van diensten, btw bij facturatie', 'Purchases of services, VAT on invoicing', 'Einkäufe von Dienstleistungen, MwSt. bei Rechnungsstellung'],
  ['P-I', 'investment', 'invoice', '20 10 5.5 2.1 8.5', '100', '445620', '19', 'Immobilisations', 'Vaste activa', 'Fixed assets', 'Anlagegüter'],
  ['P-G-D80', 'goods', 'invoice', '20 13', '80', '445660', '20', 'Carburants des véhicules de tourisme (TVA déductible à 80 %)', "Brandstof van personenwagens (btw 80 % aftrekbaar)", 'Fuel of passenger cars (VAT 80% deductible)', 'Kraftstoff für Personenkraftwagen (MwSt. zu 80 % abziehbar)'],
  ['P-G-D0', 'goods', 'invoice', '20 10 5.5', '0', '', '', 'Achats de biens (TVA non déductible)', 'Aankopen van goederen (btw niet aftrekbaar)', 'Purchases of goods (VAT not deductible)', 'Einkäufe von Gütern (MwSt. nicht abziehbar)'],
  ['P-S-D0', 'services', 'invoice', '20 10 5.5', '0', '', '', 'Achats de services (TVA non déductible)', 'Aankopen van diensten (btw niet aftrekbaar)', 'Purchases of services (VAT not deductible)', 'Einkäufe von Dienstleistungen (MwSt. nicht abziehbar)'],
  ['P-I-D0', 'investment', 'invoice', '20 8.5', '0', '', '', 'Véhicules de tourisme et autres immobilisations (TVA non déductible)', 'Personenwagens en andere vaste activa (btw niet aftrekbaar)', 'Passenger cars and other fixed assets (VAT not deductible)', 'Personenkraftwagen und andere Anlagegüter (MwSt. nicht abziehbar)'],
];

/** A purchase on which the buyer owes the tax and deducts it at once; without `deductible`, the tax is a cost. */
type ReversedFamily = readonly [
  code: string,
  kind: VatKind,
  nature: VatNature,
  base: string,
  rates: string,
  lines: Lines,
  due: string,
  ofWhichDue: string,
  deductible: string,
  deductibleLines: string,
  ...names: Names,
];

// oxfmt-ignore
const owedByBuyer: readonly ReversedFamily[] = [
  ['P-G-IC', 'intracom', 'goods', 'B2', '20 10 5.5 2.1 8.5', reversed, '445200', '17', '445662', '20', 'Acquisitions intracommunautaires de biens', 'Intracommunautaire verwervingen van goederen', 'Intra-Community acquisitions of goods', 'Innergemeinschaftliche Erwerbe von Gütern'],
  ['P-I-IC', 'intracom', 'investment', 'B2', '20 8.5', reversed, '445200', '17', '445622', '19', "Acquisitions intracommunautaires d'immobilisations", 'Intracommunautaire verwervingen van vaste activa', 'Intra-Community acquisitions of fixed assets', 'Innergemeinschaftliche Erwerbe von Anlagegütern'],
  ['P-S-IC', 'intracom', 'services', 'A3', '20 10 5.5 2.1 8.5', reversed, '445210', '', '445662', '20', 'Services intracommunautaires reçus', 'Ontvangen intracommunautaire diensten', 'Intra-Community services received', 'Erhaltene innergemeinschaftliche Dienstleistungen'],
  ['P-S-HUE', 'reverse_charge', 'services', 'A3', '20 10 8.5', reversed, '445310', '', '445663', '20', 'Services reçus de prestataires hors Union européenne', 'Diensten ontvangen van buiten de Europese Unie', 'Services received from outside the European Union', 'Dienstleistungen von außerhalb der Europäischen Union'],
  // Who may not deduct still owes the tax: exempt companies, and small businesses on what they buy abroad.
  ['P-G-IC-D0', 'intracom', 'goods', 'B2', '20 10 5.5', reversed, '445200', '17', '', '', 'Acquisitions intracommunautaires de biens (TVA non déductible)', 'Intracommunautaire verwervingen van goederen (btw niet aftrekbaar)', 'Intra-Community acquisitions of goods (VAT not deductible)', 'Innergemeinschaftliche Erwerbe von Gütern (MwSt. nicht abziehbar)'],
  ['P-I-IC-D0', 'intracom', 'investment', 'B2', '20', reversed, '445200', '17', '', '', "Acquisitions intracommunautaires de véhicules de tourisme et d'autres immobilisations (TVA non déductible)", 'Intracommunautaire verwervingen van personenwagens en andere vaste activa (btw niet aftrekbaar)', 'Intra-Community acquisitions of passenger cars and other fixed assets (VAT not deductible)', 'Innergemeinschaftliche Erwerbe von Personenkraftwagen und anderen Anlagegütern (MwSt. nicht abziehbar)'],
  ['P-S-IC-D0', 'intracom', 'services', 'A3', '20 10', reversed, '445210', '', '', '', 'Services intracommunautaires reçus (TVA non déductible)', 'Ontvangen intracommunautaire diensten (btw niet aftrekbaar)', 'Intra-Community services received (VAT not deductible)', 'Erhaltene innergemeinschaftliche Dienstleistungen (MwSt. nicht abziehbar)'],
  ['P-S-HUE-D0', 'reverse_charge', 'services', 'A3', '20', reversed, '445310', '', '', '', 'Services reçus de prestataires hors Union européenne (TVA non déductible)', 'Diensten ontvangen van buiten de Europese Unie (btw niet aftrekbaar)', 'Services received from outside the European Union (VAT not deductible)', 'Dienstleistungen von außerhalb der Europäischen Union (MwSt. nicht abziehbar)'],
  ['P-G-NE', 'reverse_charge', 'goods', 'B4', '20 10 5.5', reversed, '445718', '', '445664', '20', 'Biens livrés en France par un fournisseur non établi', 'Door een niet-gevestigde leverancier in Frankrijk geleverde goederen', 'Goods supplied in France by a supplier not established there', 'In Frankreich gelieferte Güter eines nicht ansässigen Lieferanten'],
  ['P-S-NE', 'reverse_charge', 'services', 'B4', '20 10', reversed, '445718', '', '445664', '20', 'Services rendus en France par un prestataire non établi', 'Door een niet-gevestigde dienstverrichter in Frankrijk verleende diensten', 'Services rendered in France by a supplier not established there', 'In Frankreich erbrachte Dienstleistungen eines nicht ansässigen Anbieters'],
  ['P-ENE', 'reverse_charge', 'goods', 'B3', '20', reversed, '445718', '', '445664', '20', "Électricité, gaz, chaleur ou froid d'un fournisseur non établi", 'Elektriciteit, gas, warmte of koude van een niet-gevestigde leverancier', 'Electricity, gas, heat or cooling from a supplier not established in France', 'Strom, Gas, Wärme oder Kälte eines nicht ansässigen Lieferanten'],
  ['P-S-AL', 'reverse_charge', 'services', 'A2', '20 10 5.5 8.5', reversed, '445718', '', '445664', '20', 'Sous-traitance du bâtiment et services autoliquidés', 'Onderaanneming in de bouw en diensten met verlegging', 'Construction subcontracting and services under reverse charge', 'Bauunteraufträge und Dienstleistungen mit Steuerumkehr'],
  ['P-G-AL', 'reverse_charge', 'goods', 'A2', '20', reversed, '445718', '', '445664', '20', 'Déchets, métaux et autres biens autoliquidés', 'Afval, metalen en andere goederen met verlegging', 'Scrap, metals and other goods under reverse charge', 'Abfälle, Metalle und andere Güter mit Steuerumkehr'],
  ['P-I-AL', 'reverse_charge', 'investment', 'A2', '20', reversed, '445718', '', '445624', '19', 'Immobilisations autoliquidées (travaux de sous-traitance)', 'Vaste activa met verlegging (werken in onderaanneming)', 'Fixed assets under reverse charge (subcontracted works)', 'Anlagegüter mit Steuerumkehr (Bauunteraufträge)'],
  ['P-G-IMP', 'import', 'goods', 'A4', '20 10 8.5 5.5 2.1 1.05', imported, '445300', '', '445663', '20 24', 'Importations de biens (autoliquidation)', 'Invoer van goederen (verlegd)', 'Imports of goods (reverse charge)', 'Einfuhren von Gütern (Steuerumkehr)'],
  ['P-I-IMP', 'import', 'investment', 'A4', '20 8.5', imported, '445300', '', '445623', '19 24', "Importations d'immobilisations (autoliquidation)", 'Invoer van vaste activa (verlegd)', 'Imports of fixed assets (reverse charge)', 'Einfuhren von Anlagegütern (Steuerumkehr)'],
];

type UntaxedRow = readonly [
  code: string,
  kind: VatKind,
  nature: VatNature | null,
  base: string,
  listing: PackVatCode['intraListing'],
  ...names: Names,
];

// oxfmt-ignore
const untaxed: readonly UntaxedRow[] = [
  ['S-EXO', 'exempt', null, 'E2', null, 'Ventes exonérées (article 261)', 'Vrijgestelde verkopen (artikel 261)', 'Exempt sales (article 261)', 'Steuerbefreite Verkäufe (Artikel 261)'],
  ['S-FR', 'exempt', null, 'E2', null, 'Ventes en franchise en base (article 293 B)', 'Verkopen onder de vrijstelling voor kleine ondernemingen (artikel 293 B)', 'Sales under the small business exemption (article 293 B)', 'Verkäufe unter der Kleinunternehmerbefreiung (Artikel 293 B)'],
  ['S-M', 'margin', 'goods', 'E2', null, "Régime de la marge - prix d'achat des biens vendus", 'Margeregeling - aankoopprijs van de verkochte goederen', 'Margin scheme - cost of the goods sold', 'Differenzbesteuerung - Einkaufspreis der verkauften Gegenstände'],
  ['S-AL', 'reverse_charge', null, 'E2', null, 'Ventes autoliquidées par le client', 'Verkopen met verlegging naar de klant', 'Sales on which the customer owes the VAT (reverse charge)', 'Verkäufe mit Steuerschuld des Kunden'],
  ['S-IC-G', 'intracom', 'goods', 'F2', 'L', 'Livraisons intracommunautaires de biens', 'Intracommunautaire leveringen van goederen', 'Intra-Community supplies of goods', 'Innergemeinschaftliche Lieferungen von Gütern'],
  ['S-IC-T', 'intracom', 'goods', 'E2', 'T', 'Ventes triangulaires', 'Driehoeksverkopen', 'Triangular sales', 'Dreiecksverkäufe'],
  ['S-IC-S', 'intracom', 'services', 'E2', 'S', 'Prestations de services intracommunautaires', 'Intracommunautaire diensten', 'Intra-Community services', 'Innergemeinschaftliche Dienstleistungen'],
  ['S-EX', 'export', 'goods', 'E1', null, 'Exportations de biens', 'Uitvoer van goederen', 'Exports of goods', 'Ausfuhren von Gütern'],
  ['S-HUE', 'export', 'services', 'E2', null, "Services à des clients hors de l'Union européenne", 'Diensten aan klanten buiten de Europese Unie', 'Services to customers outside the European Union', 'Dienstleistungen an Kunden außerhalb der Europäischen Union'],
  ['S-OSS', 'outside_scope', null, 'E3', null, 'Ventes à distance taxées dans un autre État membre (guichet unique)', 'In een andere lidstaat belaste afstandsverkopen (éénloketsysteem)', 'Distance sales taxed in another Member State (one-stop shop)', 'In einem anderen Mitgliedstaat besteuerte Fernverkäufe (One-Stop-Shop)'],
  ['S-AU', 'outside_scope', null, 'F9', null, "Ventes entre membres d'un assujetti unique", 'Verkopen tussen leden van een btw-eenheid', 'Sales between members of a VAT group', 'Verkäufe zwischen Mitgliedern einer Mehrwertsteuergruppe'],
  ['S-NA', 'outside_scope', null, '', null, "Ventes hors champ d'application de la TVA", 'Verkopen buiten het toepassingsgebied van de btw', 'Sales outside the scope of VAT', 'Nicht der MwSt. unterliegende Verkäufe'],
  ['P-G-EXO', 'exempt', 'goods', '', null, 'Achats de biens sans TVA (fournisseur en franchise ou exonéré)', 'Aankopen van goederen zonder btw (vrijgestelde leverancier)', 'Purchases of goods without VAT (exempt supplier)', 'Einkäufe von Gütern ohne MwSt. (befreiter Lieferant)'],
  ['P-S-EXO', 'exempt', 'services', '', null, 'Achats de services sans TVA (fournisseur en franchise ou exonéré)', 'Aankopen van diensten zonder btw (vrijgestelde leverancier)', 'Purchases of services without VAT (exempt supplier)', 'Einkäufe von Dienstleistungen ohne MwSt. (befreiter Lieferant)'],
  ['P-I-EXO', 'exempt', 'investment', '', null, 'Immobilisations sans TVA (fournisseur en franchise ou exonéré)', 'Vaste activa zonder btw (vrijgestelde leverancier)', 'Fixed assets without VAT (exempt supplier)', 'Anlagegüter ohne MwSt. (befreiter Lieferant)'],
  ['P-G-M', 'margin', 'goods', '', null, "Achats de biens d'occasion sous le régime de la marge", 'Aankopen van tweedehandse goederen onder de margeregeling', 'Purchases of second-hand goods under the margin scheme', 'Einkäufe von Gebrauchtgegenständen unter der Differenzbesteuerung'],
  ['P-G-FR', 'exempt', 'goods', 'F6', null, 'Achats en franchise sur attestation (article 275)', 'Aankopen met vrijstelling op attest (artikel 275)', 'Purchases free of tax on certificate (article 275)', 'Steuerfreie Einkäufe mit Bescheinigung (Artikel 275)'],
  ['P-G-IC-EXO', 'intracom', 'goods', 'F1', null, 'Acquisitions intracommunautaires exonérées', 'Vrijgestelde intracommunautaire verwervingen', 'Exempt intra-Community acquisitions', 'Steuerbefreite innergemeinschaftliche Erwerbe'],
  ['P-G-IMP-EXO', 'import', 'goods', 'E4', null, 'Importations exonérées', 'Vrijgestelde invoer', 'Exempt imports', 'Steuerbefreite Einfuhren'],
  ['P-NA', 'outside_scope', null, '', null, "Achats hors champ d'application de la TVA", 'Aankopen buiten het toepassingsgebied van de btw', 'Purchases outside the scope of VAT', 'Nicht der MwSt. unterliegende Einkäufe'],
];

export const vatCodes: readonly PackVatCode[] = [
  ...sales.flatMap(saleCodes),
  ...untaxed.filter(([code]) => code.startsWith('S-')).map(untaxedCode),
  ...charged.flatMap(chargedCodes),
  ...owedByBuyer.flatMap(reversedCodes),
  ...untaxed.filter(([code]) => code.startsWith('P-')).map(untaxedCode),
];

function saleCodes([code, nature, exigibility, base, rates, lines, due, ...names]: SaleFamily): readonly PackVatCode[] {
  return rates.split(' ').map((rate) => {
    const line = lineOf(lines, rate);
    return {
      ...common(code, rate, names),
      direction: 'sale',
      kind: code === MARGIN ? 'margin' : 'standard',
      nature,
      deductibleRate: '100.00',
      exigibility,
      dueAccount: due[rate] ?? due['*'] ?? null,
      deductibleAccount: null,
      intraListing: null,
      boxes: both(`${base} ${line}-HT`, line, ''),
    };
  });
}

function chargedCodes(family: ChargedFamily): readonly PackVatCode[] {
  const [code, nature, exigibility, rates, share, deductible, line, ...names] = family;
  return rates.split(' ').map((rate) => ({
    ...common(code, rate, names),
    direction: 'purchase',
    kind: share === '0' ? 'non_deductible' : 'standard',
    nature,
    deductibleRate: percentage(share),
    exigibility,
    dueAccount: null,
    deductibleAccount: deductible === '' ? null : deductible,
    intraListing: null,
    boxes: both('', '', line),
  }));
}

function reversedCodes(family: ReversedFamily): readonly PackVatCode[] {
  const [code, kind, nature, base, rates, lines, due, ofWhichDue, deductible, deductibleLines, ...names] = family;
  return rates.split(' ').map((rate) => {
    const line = lineOf(lines, rate);
    return {
      ...common(code, rate, names),
      direction: 'purchase',
      kind,
      nature,
      deductibleRate: deductible === '' ? '0.00' : '100.00',
      exigibility: 'invoice',
      dueAccount: due,
      deductibleAccount: deductible === '' ? null : deductible,
      intraListing: null,
      boxes: both(`${base} ${line}-HT`, `${line} ${ofWhichDue}`.trim(), deductibleLines),
    };
  });
}

function untaxedCode([code, kind, nature, base, intraListing, fr, nl, en, de]: UntaxedRow): PackVatCode {
  return {
    code,
    labels: toLabels(fr, nl, en, de),
    direction: code.startsWith('S-') ? 'sale' : 'purchase',
    kind,
    nature,
    rate: '0.00',
    deductibleRate: '100.00',
    exigibility: 'invoice',
    dueAccount: null,
    deductibleAccount: null,
    intraListing,
    boxes: both(base, '', ''),
  };
}

function common(code: string, rate: string, [fr, nl, en, de]: Names): Pick<PackVatCode, 'code' | 'labels' | 'rate'> {
  const shown = rate.replace('.', ',');
  return {
    code: `${code}-${rate}`,
    labels: toLabels(`${fr} ${shown} %`, `${nl} ${shown} %`, `${en} ${rate}%`, `${de} ${shown} %`),
    rate: percentage(rate),
  };
}

/** `5.5` → `5.50` */
function percentage(rate: string): string {
  const [whole, decimals = ''] = rate.split('.');
  return `${whole}.${decimals.padEnd(2, '0')}`;
}

function lineOf(lines: Lines, rate: string): string {
  const line = lines[rate];
  if (line === undefined) throw new Error(`The return has no line for ${rate} %`);
  return line;
}

/** The lines of an invoice, and the same ones taken off by its credit note. */
function both(base: string, due: string, deductible: string): PackVatCode['boxes'] {
  const effects = (sign: 1 | -1): BoxEffects => ({
    base: effectsOf(base, sign),
    due: effectsOf(due, sign),
    deductible: effectsOf(deductible, sign),
    nonDeductible: [],
  });
  return { invoice: effects(1), creditNote: effects(-1) };
}

function effectsOf(boxes: string, sign: 1 | -1): readonly BoxEffect[] {
  return boxes === '' ? [] : boxes.split(' ').map((box) => ({ box, sign }));
}
