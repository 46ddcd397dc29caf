/**
 * The Belgian VAT codes. A sale is reported by its regime and rate; a purchase also by its nature, which decides the box
 * of its base: 81 goods for resale and raw materials (M), 82 services and other goods (S), 83 investment goods (I).
 *
 * - Credit notes on sales never reduce the boxes of the invoices: they go to 48 or 49, their tax to 64.
 * - Credit notes on purchases do reduce 81 to 83, and are shown in 84 or 85 as well.
 * - 86, 87 and 88 are net of credit notes, as the controls of the administration on 55, 56 and 57 suppose.
 * - The tax of a reverse-charge credit note is not netted away: what was owed returns in 62, what was deducted in 63.
 * - The tax on services from outside the Union goes to 56, since 57 is for goods that customs releases.
 * - Tax that is not deducted is part of the cost: it joins the base in 81 to 83, only the rest goes to 59.
 * - Under the margin scheme (MG) the margin before tax is a sale at its rate, and box 00 has what the goods had cost.
 * - The intermediary of a triangular sale acquires in the country of arrival, so that 86, which is for acquisitions made in
 *   Belgium, has nothing of it; a customer in Belgium who owes the tax of such a sale has it in 86 and 55, as any acquisition.
 */
import { toLabels } from '../chart.ts';
import type { BoxEffect, PackVatCode, VatKind, VatNature } from '../pack.ts';

/** Boxes as they are read on the form: `'-81 +85'` takes the amount off box 81 and adds it to box 85. */
type Boxes = string;

type SaleRow = readonly [
  code: string,
  kind: VatKind,
  nature: VatNature | null,
  rate: string,
  base: Boxes,
  due: Boxes,
  creditNoteBase: Boxes,
  creditNoteDue: Boxes,
  fr: string,
  nl: string,
  en: string,
  de: string,
];

type PurchaseRow = readonly [
  code: string,
  kind: VatKind,
  nature: VatNature | null,
  rate: string,
  base: Boxes,
  due: Boxes,
  deductible: Boxes,
  creditNoteBase: Boxes,
  creditNoteDue: Boxes,
  creditNoteDeductible: Boxes,
  fr: string,
  nl: string,
  en: string,
  de: string,
];

/** A code of the purchases with `-D` and the percentage of its tax that is deducted. */
type PartlyDeductedRow = readonly [code: string, fr: string, nl: string, en: string, de: string];

// oxfmt-ignore
const sales: readonly SaleRow[] = [
  ['S-21', 'standard', null, '21.00', '+03', '+54', '+49', '+64', 'Ventes en Belgique 21 %', 'Verkopen in België 21 %', 'Domestic sales 21%', 'Inlandsverkäufe 21 %'],
  ['S-12', 'standard', null, '12.00', '+02', '+54', '+49', '+64', 'Ventes en Belgique 12 %', 'Verkopen in België 12 %', 'Domestic sales 12%', 'Inlandsverkäufe 12 %'],
  ['S-6', 'standard', null, '6.00', '+01', '+54', '+49', '+64', 'Ventes en Belgique 6 %', 'Verkopen in België 6 %', 'Domestic sales 6%', 'Inlandsverkäufe 6 %'],
  ['S-0', 'standard', null, '0.00', '+00', '', '+49', '', 'Ventes à 0 % ou sous régime particulier', 'Verkopen tegen 0 % of onder bijzondere regeling', 'Sales at 0% or under a special scheme', 'Verkäufe zu 0 % oder unter Sonderregelung'],
  ['S-CC', 'reverse_charge', null, '0.00', '+45', '', '+49', '', 'Ventes - TVA due par le cocontractant', 'Verkopen - Btw verlegd naar de medecontractant', 'Sales - VAT owed by the customer (domestic reverse charge)', 'Verkäufe - Steuerschuld des Vertragspartners'],
  ['S-IC-S', 'intracom', 'services', '0.00', '+44', '', '+48', '', 'Prestations de services intracommunautaires', 'Intracommunautaire diensten', 'Intra-Community services', 'Innergemeinschaftliche Dienstleistungen'],
  ['S-IC-G', 'intracom', 'goods', '0.00', '+46', '', '+48', '', 'Livraisons intracommunautaires de biens', 'Intracommunautaire leveringen van goederen', 'Intra-Community supplies of goods', 'Innergemeinschaftliche Lieferungen von Gütern'],
  ['S-IC-T', 'intracom', 'goods', '0.00', '+46', '', '+48', '', 'Ventes triangulaires (ABC)', 'Driehoeksverkopen (ABC)', 'Triangular sales (ABC)', 'Dreiecksverkäufe (ABC)'],
  ['S-EX', 'export', null, '0.00', '+47', '', '+49', '', "Exportations et opérations à l'étranger", 'Uitvoer en handelingen in het buitenland', 'Exports and operations abroad', 'Ausfuhren und Umsätze im Ausland'],
  ['S-MG-21', 'margin', 'goods', '21.00', '+03', '+54', '+49', '+64', 'Régime de la marge - marge hors TVA 21 %', 'Margeregeling - marge zonder btw 21 %', 'Margin scheme - margin before VAT 21%', 'Differenzbesteuerung - Marge ohne MwSt. 21 %'],
  ['S-MG-12', 'margin', 'goods', '12.00', '+02', '+54', '+49', '+64', 'Régime de la marge - marge hors TVA 12 %', 'Margeregeling - marge zonder btw 12 %', 'Margin scheme - margin before VAT 12%', 'Differenzbesteuerung - Marge ohne MwSt. 12 %'],
  ['S-MG-6', 'margin', 'goods', '6.00', '+01', '+54', '+49', '+64', 'Régime de la marge - marge hors TVA 6 %', 'Margeregeling - marge zonder btw 6 %', 'Margin scheme - margin before VAT 6%', 'Differenzbesteuerung - Marge ohne MwSt. 6 %'],
  ['S-MG', 'margin', 'goods', '0.00', '+00', '', '+49', '', "Régime de la marge - prix d'achat des biens vendus", 'Margeregeling - aankoopprijs van de verkochte goederen', 'Margin scheme - cost of the goods sold', 'Differenzbesteuerung - Einkaufspreis der verkauften Güter'],
  // Exempt sales and those of a small business count as operations under a special scheme.
  ['S-ART44', 'exempt', null, '0.00', '+00', '', '+49', '', "Opérations exemptées par l'article 44", 'Handelingen vrijgesteld door artikel 44', 'Operations exempt under article 44', 'Durch Artikel 44 befreite Umsätze'],
  ['S-FR', 'exempt', null, '0.00', '+00', '', '+49', '', 'Ventes sous le régime de la franchise', 'Verkopen onder de vrijstellingsregeling voor kleine ondernemingen', 'Sales under the small business exemption scheme', 'Verkäufe unter der Steuerbefreiung für Kleinunternehmen'],
  ['S-NA', 'outside_scope', null, '0.00', '', '', '', '', "Ventes hors champ d'application de la TVA", 'Verkopen buiten het toepassingsgebied van de btw', 'Sales outside the scope of VAT', 'Nicht der MwSt. unterliegende Verkäufe'],
];

// oxfmt-ignore
const purchases: readonly PurchaseRow[] = [
  ['P-M-0', 'standard', 'goods', '0.00', '+81', '', '', '-81 +85', '', '', 'Achats de marchandises 0 %', 'Aankopen van handelsgoederen 0 %', 'Purchases of goods 0%', 'Wareneinkäufe 0 %'],
  ['P-M-6', 'standard', 'goods', '6.00', '+81', '', '+59', '-81 +85', '', '+63', 'Achats de marchandises 6 %', 'Aankopen van handelsgoederen 6 %', 'Purchases of goods 6%', 'Wareneinkäufe 6 %'],
  ['P-M-12', 'standard', 'goods', '12.00', '+81', '', '+59', '-81 +85', '', '+63', 'Achats de marchandises 12 %', 'Aankopen van handelsgoederen 12 %', 'Purchases of goods 12%', 'Wareneinkäufe 12 %'],
  ['P-M-21', 'standard', 'goods', '21.00', '+81', '', '+59', '-81 +85', '', '+63', 'Achats de marchandises 21 %', 'Aankopen van handelsgoederen 21 %', 'Purchases of goods 21%', 'Wareneinkäufe 21 %'],
  ['P-M-CC-0', 'reverse_charge', 'goods', '0.00', '+81 +87', '', '', '-81 -87 +85', '', '', 'Achats de marchandises - cocontractant 0 %', 'Aankopen van handelsgoederen - medecontractant 0 %', 'Purchases of goods - domestic reverse charge 0%', 'Wareneinkäufe - Steuerschuld des Vertragspartners 0 %'],
  ['P-M-CC-6', 'reverse_charge', 'goods', '6.00', '+81 +87', '+56', '+59', '-81 -87 +85', '+62', '+63', 'Achats de marchandises - cocontractant 6 %', 'Aankopen van handelsgoederen - medecontractant 6 %', 'Purchases of goods - domestic reverse charge 6%', 'Wareneinkäufe - Steuerschuld des Vertragspartners 6 %'],
  ['P-M-CC-12', 'reverse_charge', 'goods', '12.00', '+81 +87', '+56', '+59', '-81 -87 +85', '+62', '+63', 'Achats de marchandises - cocontractant 12 %', 'Aankopen van handelsgoederen - medecontractant 12 %', 'Purchases of goods - domestic reverse charge 12%', 'Wareneinkäufe - Steuerschuld des Vertragspartners 12 %'],
  ['P-M-CC-21', 'reverse_charge', 'goods', '21.00', '+81 +87', '+56', '+59', '-81 -87 +85', '+62', '+63', 'Achats de marchandises - cocontractant 21 %', 'Aankopen van handelsgoederen - medecontractant 21 %', 'Purchases of goods - domestic reverse charge 21%', 'Wareneinkäufe - Steuerschuld des Vertragspartners 21 %'],
  ['P-M-IC-0', 'intracom', 'goods', '0.00', '+81 +86', '', '', '-81 -86 +84', '', '', 'Acquisitions intracommunautaires de marchandises 0 %', 'Intracommunautaire verwervingen van handelsgoederen 0 %', 'Intra-Community acquisitions of goods 0%', 'Innergemeinschaftliche Warenerwerbe 0 %'],
  ['P-M-IC-6', 'intracom', 'goods', '6.00', '+81 +86', '+55', '+59', '-81 -86 +84', '+62', '+63', 'Acquisitions intracommunautaires de marchandises 6 %', 'Intracommunautaire verwervingen van handelsgoederen 6 %', 'Intra-Community acquisitions of goods 6%', 'Innergemeinschaftliche Warenerwerbe 6 %'],
  ['P-M-IC-12', 'intracom', 'goods', '12.00', '+81 +86', '+55', '+59', '-81 -86 +84', '+62', '+63', 'Acquisitions intracommunautaires de marchandises 12 %', 'Intracommunautaire verwervingen van handelsgoederen 12 %', 'Intra-Community acquisitions of goods 12%', 'Innergemeinschaftliche Warenerwerbe 12 %'],
  ['P-M-IC-21', 'intracom', 'goods', '21.00', '+81 +86', '+55', '+59', '-81 -86 +84', '+62', '+63', 'Acquisitions intracommunautaires de marchandises 21 %', 'Intracommunautaire verwervingen van handelsgoederen 21 %', 'Intra-Community acquisitions of goods 21%', 'Innergemeinschaftliche Warenerwerbe 21 %'],
  ['P-M-IMP-0', 'import', 'goods', '0.00', '+81 +87', '', '', '-81 -87 +85', '', '', 'Importations de marchandises avec report de perception 0 %', 'Invoer van handelsgoederen met verlegging van heffing 0 %', 'Imports of goods under reverse charge 0%', 'Wareneinfuhren mit Verlagerung der Erhebung 0 %'],
  ['P-M-IMP-6', 'import', 'goods', '6.00', '+81 +87', '+57', '+59', '-81 -87 +85', '+62', '+63', 'Importations de marchandises avec report de perception 6 %', 'Invoer van handelsgoederen met verlegging van heffing 6 %', 'Imports of goods under reverse charge 6%', 'Wareneinfuhren mit Verlagerung der Erhebung 6 %'],
  ['P-M-IMP-12', 'import', 'goods', '12.00', '+81 +87', '+57', '+59', '-81 -87 +85', '+62', '+63', 'Importations de marchandises avec report de perception 12 %', 'Invoer van handelsgoederen met verlegging van heffing 12 %', 'Imports of goods under reverse charge 12%', 'Wareneinfuhren mit Verlagerung der Erhebung 12 %'],
  ['P-M-IMP-21', 'import', 'goods', '21.00', '+81 +87', '+57', '+59', '-81 -87 +85', '+62', '+63', 'Importations de marchandises avec report de perception 21 %', 'Invoer van handelsgoederen met verlegging van heffing 21 %', 'Imports of goods under reverse charge 21%', 'Wareneinfuhren mit Verlagerung der Erhebung 21 %'],
  ['P-S-0', 'standard', 'services', '0.00', '+82', '', '', '-82 +85', '', '', 'Services et biens divers 0 %', 'Diensten en diverse goederen 0 %', 'Services and other goods 0%', 'Dienstleistungen und verschiedene Güter 0 %'],
  ['P-S-6', 'standard', 'services', '6.00', '+82', '', '+59', '-82 +85', '', '+63', 'Services et biens divers 6 %', 'Diensten en diverse goederen 6 %', 'Services and other goods 6%', 'Dienstleistungen und verschiedene Güter 6 %'],
  ['P-S-12', 'standard', 'services', '12.00', '+82', '', '+59', '-82 +85', '', '+63', 'Services et biens divers 12 %', 'Diensten en diverse goederen 12 %', 'Services and other goods 12%', 'Dienstleistungen und verschiedene Güter 12 %'],
  ['P-S-21', 'standard', 'services', '21.00', '+82', '', '+59', '-82 +85', '', '+63', 'Services et biens divers 21 %', 'Diensten en diverse goederen 21 %', 'Services and other goods 21%', 'Dienstleistungen und verschiedene Güter 21 %'],
  ['P-S-CC-0', 'reverse_charge', 'services', '0.00', '+82 +87', '', '', '-82 -87 +85', '', '', 'Services et biens divers - cocontractant 0 %', 'Diensten en diverse goederen - medecontractant 0 %', 'Services and other goods - domestic reverse charge 0%', 'Dienstleistungen und verschiedene Güter - Steuerschuld des Vertragspartners 0 %'],
  ['P-S-CC-6', 'reverse_charge', 'services', '6.00', '+82 +87', '+56', '+59', '-82 -87 +85', '+62', '+63', 'Services et biens divers - cocontractant 6 %', 'Diensten en diverse goederen - medecontractant 6 %', 'Services and other goods - domestic reverse charge 6%', 'Dienstleistungen und verschiedene Güter - Steuerschuld des Vertragspartners 6 %'],
  ['P-S-CC-12', 'reverse_charge', 'services', '12.00', '+82 +87', '+56', '+59', '-82 -87 +85', '+62', '+63', 'Services et biens divers - cocontractant 12 %', 'Diensten en diverse goederen - medecontractant 12 %', 'Services and other goods - domestic reverse charge 12%', 'Dienstleistungen und verschiedene Güter - Steuerschuld des Vertragspartners 12 %'],
  ['P-S-CC-21', 'reverse_charge', 'services', '21.00', '+82 +87', '+56', '+59', '-82 -87 +85', '+62', '+63', 'Services et biens divers - cocontractant 21 %', 'Diensten en diverse goederen - medecontractant 21 %', 'Services and other goods - domestic reverse charge 21%', 'Dienstleistungen und verschiedene Güter - Steuerschuld des Vertragspartners 21 %'],
  ['P-S-IC-0', 'intracom', 'services', '0.00', '+82 +88', '', '', '-82 -88 +84', '', '', 'Services intracommunautaires reçus 0 %', 'Ontvangen intracommunautaire diensten 0 %', 'Intra-Community services received 0%', 'Erhaltene innergemeinschaftliche Dienstleistungen 0 %'],
  ['P-S-IC-6', 'intracom', 'services', '6.00', '+82 +88', '+55', '+59', '-82 -88 +84', '+62', '+63', 'Services intracommunautaires reçus 6 %', 'Ontvangen intracommunautaire diensten 6 %', 'Intra-Community services received 6%', 'Erhaltene innergemeinschaftliche Dienstleistungen 6 %'],
  ['P-S-IC-12', 'intracom', 'services', '12.00', '+82 +88', '+55', '+59', '-82 -88 +84', '+62', '+63', 'Services intracommunautaires reçus 12 %', 'Ontvangen intracommunautaire diensten 12 %', 'Intra-Community services received 12%', 'Erhaltene innergemeinschaftliche Dienstleistungen 12 %'],
  ['P-S-IC-21', 'intracom', 'services', '21.00', '+82 +88', '+55', '+59', '-82 -88 +84', '+62', '+63', 'Services intracommunautaires reçus 21 %', 'Ontvangen intracommunautaire diensten 21 %', 'Intra-Community services received 21%', 'Erhaltene innergemeinschaftliche Dienstleistungen 21 %'],
  ['P-S-IMP-0', 'import', 'services', '0.00', '+82 +87', '', '', '-82 -87 +85', '', '', 'Importations de biens divers avec report de perception 0 %', 'Invoer van diverse goederen met verlegging van heffing 0 %', 'Imports of other goods under reverse charge 0%', 'Einfuhren verschiedener Güter mit Verlagerung der Erhebung 0 %'],
  ['P-S-IMP-6', 'import', 'services', '6.00', '+82 +87', '+57', '+59', '-82 -87 +85', '+62', '+63', 'Importations de biens divers avec report de perception 6 %', 'Invoer van diverse goederen met verlegging van heffing 6 %', 'Imports of other goods under reverse charge 6%', 'Einfuhren verschiedener Güter mit Verlagerung der Erhebung 6 %'],
  ['P-S-IMP-12', 'import', 'services', '12.00', '+82 +87', '+57', '+59', '-82 -87 +85', '+62', '+63', 'Importations de biens divers avec report de perception 12 %', 'Invoer van diverse goederen met verlegging van heffing 12 %', 'Imports of other goods under reverse charge 12%', 'Einfuhren verschiedener Güter mit Verlagerung der Erhebung 12 %'],
  ['P-S-IMP-21', 'import', 'services', '21.00', '+82 +87', '+57', '+59', '-82 -87 +85', '+62', '+63', 'Importations de biens divers avec report de perception 21 %', 'Invoer van diverse goederen met verlegging van heffing 21 %', 'Imports of other goods under reverse charge 21%', 'Einfuhren verschiedener Güter mit Verlagerung der Erhebung 21 %'],
  ['P-S-EXS-21', 'reverse_charge', 'services', '21.00', '+82 +87', '+56', '+59', '-82 -87 +85', '+62', '+63', 'Services reçus de prestataires hors Union européenne 21 %', 'Diensten ontvangen van dienstverrichters buiten de Europese Unie 21 %', 'Services received from suppliers outside the European Union 21%', 'Dienstleistungen von Anbietern außerhalb der Europäischen Union 21 %'],
  ['P-I-0', 'standard', 'investment', '0.00', '+83', '', '', '-83 +85', '', '', "Biens d'investissement 0 %", 'Bedrijfsmiddelen 0 %', 'Investment goods 0%', 'Investitionsgüter 0 %'],
  ['P-I-6', 'standard', 'investment', '6.00', '+83', '', '+59', '-83 +85', '', '+63', "Biens d'investissement 6 %", 'Bedrijfsmiddelen 6 %', 'Investment goods 6%', 'Investitionsgüter 6 %'],
  ['P-I-12', 'standard', 'investment', '12.00', '+83', '', '+59', '-83 +85', '', '+63', "Biens d'investissement 12 %", 'Bedrijfsmiddelen 12 %', 'Investment goods 12%', 'Investitionsgüter 12 %'],
  ['P-I-21', 'standard', 'investment', '21.00', '+83', '', '+59', '-83 +85', '', '+63', "Biens d'investissement 21 %", 'Bedrijfsmiddelen 21 %', 'Investment goods 21%', 'Investitionsgüter 21 %'],
  ['P-I-CC-0', 'reverse_charge', 'investment', '0.00', '+83 +87', '', '', '-83 -87 +85', '', '', "Biens d'investissement - cocontractant 0 %", 'Bedrijfsmiddelen - medecontractant 0 %', 'Investment goods - domestic reverse charge 0%', 'Investitionsgüter - Steuerschuld des Vertragspartners 0 %'],
  ['P-I-CC-6', 'reverse_charge', 'investment', '6.00', '+83 +87', '+56', '+59', '-83 -87 +85', '+62', '+63', "Biens d'investissement - cocontractant 6 %", 'Bedrijfsmiddelen - medecontractant 6 %', 'Investment goods - domestic reverse charge 6%', 'Investitionsgüter - Steuerschuld des Vertragspartners 6 %'],
  ['P-I-CC-12', 'reverse_charge', 'investment', '12.00', '+83 +87', '+56', '+59', '-83 -87 +85', '+62', '+63', "Biens d'investissement - cocontractant 12 %", 'Bedrijfsmiddelen - medecontractant 12 %', 'Investment goods - domestic reverse charge 12%', 'Investitionsgüter - Steuerschuld des Vertragspartners 12 %'],
  ['P-I-CC-21', 'reverse_charge', 'investment', '21.00', '+83 +87', '+56', '+59', '-83 -87 +85', '+62', '+63', "Biens d'investissement - cocontractant 21 %", 'Bedrijfsmiddelen - medecontractant 21 %', 'Investment goods - domestic reverse charge 21%', 'Investitionsgüter - Steuerschuld des Vertragspartners 21 %'],
  ['P-I-IC-0', 'intracom', 'investment', '0.00', '+83 +86', '', '', '-83 -86 +84', '', '', "Acquisitions intracommunautaires de biens d'investissement 0 %", 'Intracommunautaire verwervingen van bedrijfsmiddelen 0 %', 'Intra-Community acquisitions of investment goods 0%', 'Innergemeinschaftliche Erwerbe von Investitionsgütern 0 %'],
  ['P-I-IC-6', 'intracom', 'investment', '6.00', '+83 +86', '+55', '+59', '-83 -86 +84', '+62', '+63', "Acquisitions intracommunautaires de biens d'investissement 6 %", 'Intracommunautaire verwervingen van bedrijfsmiddelen 6 %', 'Intra-Community acquisitions of investment goods 6%', 'Innergemeinschaftliche Erwerbe von Investitionsgütern 6 %'],
  ['P-I-IC-12', 'intracom', 'investment', '12.00', '+83 +86', '+55', '+59', '-83 -86 +84', '+62', '+63', "Acquisitions intracommunautaires de biens d'investissement 12 %", 'Intracommunautaire verwervingen van bedrijfsmiddelen 12 %', 'Intra-Community acquisitions of investment goods 12%', 'Innergemeinschaftliche Erwerbe von Investitionsgütern 12 %'],
  ['P-I-IC-21', 'intracom', 'investment', '21.00', '+83 +86', '+55', '+59', '-83 -86 +84', '+62', '+63', "Acquisitions intracommunautaires de biens d'investissement 21 %", 'Intracommunautaire verwervingen van bedrijfsmiddelen 21 %', 'Intra-Community acquisitions of investment goods 21%', 'Innergemeinschaftliche Erwerbe von Investitionsgütern 21 %'],
  ['P-I-IMP-0', 'import', 'investment', '0.00', '+83 +87', '', '', '-83 -87 +85', '', '', "Importations de biens d'investissement avec report de perception 0 %", 'Invoer van bedrijfsmiddelen met verlegging van heffing 0 %', 'Imports of investment goods under reverse charge 0%', 'Einfuhren von Investitionsgütern mit Verlagerung der Erhebung 0 %'],
  ['P-I-IMP-6', 'import', 'investment', '6.00', '+83 +87', '+57', '+59', '-83 -87 +85', '+62', '+63', "Importations de biens d'investissement avec report de perception 6 %", 'Invoer van bedrijfsmiddelen met verlegging van heffing 6 %', 'Imports of investment goods under reverse charge 6%', 'Einfuhren von Investitionsgütern mit Verlagerung der Erhebung 6 %'],
  ['P-I-IMP-12', 'import', 'investment', '12.00', '+83 +87', '+57', '+59', '-83 -87 +85', '+62', '+63', "Importations de biens d'investissement avec report de perception 12 %", 'Invoer van bedrijfsmiddelen met verlegging van heffing 12 %', 'Imports of investment goods under reverse charge 12%', 'Einfuhren von Investitionsgütern mit Verlagerung der Erhebung 12 %'],
  ['P-I-IMP-21', 'import', 'investment', '21.00', '+83 +87', '+57', '+59', '-83 -87 +85', '+62', '+63', "Importations de biens d'investissement avec report de perception 21 %", 'Invoer van bedrijfsmiddelen met verlegging van heffing 21 %', 'Imports of investment goods under reverse charge 21%', 'Einfuhren von Investitionsgütern mit Verlagerung der Erhebung 21 %'],
  ['P-M-EX', 'exempt', 'goods', '0.00', '+81', '', '', '-81 +85', '', '', 'Achats de marchandises sans TVA (fournisseur en franchise ou exempté)', 'Aankopen van handelsgoederen zonder btw (vrijgestelde leverancier)', 'Purchases of goods without VAT (exempt supplier)', 'Wareneinkäufe ohne MwSt. (befreiter Lieferant)'],
  ['P-S-EX', 'exempt', 'services', '0.00', '+82', '', '', '-82 +85', '', '', 'Services et biens divers sans TVA (fournisseur en franchise ou exempté)', 'Diensten en diverse goederen zonder btw (vrijgestelde leverancier)', 'Services and other goods without VAT (exempt supplier)', 'Dienstleistungen und verschiedene Güter ohne MwSt. (befreiter Lieferant)'],
  ['P-I-EX', 'exempt', 'investment', '0.00', '+83', '', '', '-83 +85', '', '', "Biens d'investissement sans TVA (fournisseur en franchise ou exempté)", 'Bedrijfsmiddelen zonder btw (vrijgestelde leverancier)', 'Investment goods without VAT (exempt supplier)', 'Investitionsgüter ohne MwSt. (befreiter Lieferant)'],
  ['P-M-IC-T', 'intracom', 'goods', '0.00', '+81', '', '', '-81 +85', '', '', "Achats triangulaires de l'intermédiaire (ABC)", 'Driehoeksaankopen van de tussenpersoon (ABC)', 'Triangular purchases of the intermediary (ABC)', 'Dreieckskäufe des Zwischenerwerbers (ABC)'],
  ['P-S-ICG-0', 'intracom', 'services', '0.00', '+82 +86', '', '', '-82 -86 +84', '', '', 'Acquisitions intracommunautaires de biens divers 0 %', 'Intracommunautaire verwervingen van diverse goederen 0 %', 'Intra-Community acquisitions of other goods 0%', 'Innergemeinschaftliche Erwerbe verschiedener Güter 0 %'],
  ['P-S-ICG-6', 'intracom', 'services', '6.00', '+82 +86', '+55', '+59', '-82 -86 +84', '+62', '+63', 'Acquisitions intracommunautaires de biens divers 6 %', 'Intracommunautaire verwervingen van diverse goederen 6 %', 'Intra-Community acquisitions of other goods 6%', 'Innergemeinschaftliche Erwerbe verschiedener Güter 6 %'],
  ['P-S-ICG-12', 'intracom', 'services', '12.00', '+82 +86', '+55', '+59', '-82 -86 +84', '+62', '+63', 'Acquisitions intracommunautaires de biens divers 12 %', 'Intracommunautaire verwervingen van diverse goederen 12 %', 'Intra-Community acquisitions of other goods 12%', 'Innergemeinschaftliche Erwerbe verschiedener Güter 12 %'],
  ['P-S-ICG-21', 'intracom', 'services', '21.00', '+82 +86', '+55', '+59', '-82 -86 +84', '+62', '+63', 'Acquisitions intracommunautaires de biens divers 21 %', 'Intracommunautaire verwervingen van diverse goederen 21 %', 'Intra-Community acquisitions of other goods 21%', 'Innergemeinschaftliche Erwerbe verschiedener Güter 21 %'],
  ['P-I-ICS-21', 'intracom', 'investment', '21.00', '+83 +88', '+55', '+59', '-83 -88 +84', '+62', '+63', "Services intracommunautaires reçus portés à l'actif 21 %", 'Geactiveerde intracommunautaire diensten 21 %', 'Intra-Community services received, capitalised 21%', 'Aktivierte innergemeinschaftliche Dienstleistungen 21 %'],
  ['P-I-EXS-21', 'reverse_charge', 'investment', '21.00', '+83 +87', '+56', '+59', '-83 -87 +85', '+62', '+63', "Services reçus de prestataires hors Union européenne portés à l'actif 21 %", 'Geactiveerde diensten van dienstverrichters buiten de Europese Unie 21 %', 'Services received from suppliers outside the European Union, capitalised 21%', 'Aktivierte Dienstleistungen von Anbietern außerhalb der Europäischen Union 21 %'],
  ['P-M-IMPC-6', 'import', 'goods', '6.00', '+81', '', '+59', '-81 +85', '', '+63', 'Importations de marchandises avec TVA payée à la douane 6 %', 'Invoer van handelsgoederen met btw betaald aan de douane 6 %', 'Imports of goods with VAT paid to customs 6%', 'Wareneinfuhren mit an den Zoll gezahlter MwSt. 6 %'],
  ['P-M-IMPC-12', 'import', 'goods', '12.00', '+81', '', '+59', '-81 +85', '', '+63', 'Importations de marchandises avec TVA payée à la douane 12 %', 'Invoer van handelsgoederen met btw betaald aan de douane 12 %', 'Imports of goods with VAT paid to customs 12%', 'Wareneinfuhren mit an den Zoll gezahlter MwSt. 12 %'],
  ['P-M-IMPC-21', 'import', 'goods', '21.00', '+81', '', '+59', '-81 +85', '', '+63', 'Importations de marchandises avec TVA payée à la douane 21 %', 'Invoer van handelsgoederen met btw betaald aan de douane 21 %', 'Imports of goods with VAT paid to customs 21%', 'Wareneinfuhren mit an den Zoll gezahlter MwSt. 21 %'],
  ['P-S-IMPC-6', 'import', 'services', '6.00', '+82', '', '+59', '-82 +85', '', '+63', 'Importations de biens divers avec TVA payée à la douane 6 %', 'Invoer van diverse goederen met btw betaald aan de douane 6 %', 'Imports of other goods with VAT paid to customs 6%', 'Einfuhren verschiedener Güter mit an den Zoll gezahlter MwSt. 6 %'],
  ['P-S-IMPC-12', 'import', 'services', '12.00', '+82', '', '+59', '-82 +85', '', '+63', 'Importations de biens divers avec TVA payée à la douane 12 %', 'Invoer van diverse goederen met btw betaald aan de douane 12 %', 'Imports of other goods with VAT paid to customs 12%', 'Einfuhren verschiedener Güter mit an den Zoll gezahlter MwSt. 12 %'],
  ['P-S-IMPC-21', 'import', 'services', '21.00', '+82', '', '+59', '-82 +85', '', '+63', 'Importations de biens divers avec TVA payée à la douane 21 %', 'Invoer van diverse goederen met btw betaald aan de douane 21 %', 'Imports of other goods with VAT paid to customs 21%', 'Einfuhren verschiedener Güter mit an den Zoll gezahlter MwSt. 21 %'],
  ['P-I-IMPC-6', 'import', 'investment', '6.00', '+83', '', '+59', '-83 +85', '', '+63', "Importations de biens d'investissement avec TVA payée à la douane 6 %", 'Invoer van bedrijfsmiddelen met btw betaald aan de douane 6 %', 'Imports of investment goods with VAT paid to customs 6%', 'Einfuhren von Investitionsgütern mit an den Zoll gezahlter MwSt. 6 %'],
  ['P-I-IMPC-12', 'import', 'investment', '12.00', '+83', '', '+59', '-83 +85', '', '+63', "Importations de biens d'investissement avec TVA payée à la douane 12 %", 'Invoer van bedrijfsmiddelen met btw betaald aan de douane 12 %', 'Imports of investment goods with VAT paid to customs 12%', 'Einfuhren von Investitionsgütern mit an den Zoll gezahlter MwSt. 12 %'],
  ['P-I-IMPC-21', 'import', 'investment', '21.00', '+83', '', '+59', '-83 +85', '', '+63', "Importations de biens d'investissement avec TVA payée à la douane 21 %", 'Invoer van bedrijfsmiddelen met btw betaald aan de douane 21 %', 'Imports of investment goods with VAT paid to customs 21%', 'Einfuhren von Investitionsgütern mit an den Zoll gezahlter MwSt. 21 %'],
  ['P-M-MG', 'margin', 'goods', '0.00', '+81', '', '', '-81 +85', '', '', 'Achats de marchandises - régime de la marge', 'Aankopen van handelsgoederen - margeregeling', 'Purchases of goods - margin scheme', 'Wareneinkäufe - Differenzbesteuerung'],
  ['P-NA', 'outside_scope', null, '0.00', '', '', '', '', '', '', "Achats hors champ d'application de la TVA", 'Aankopen buiten het toepassingsgebied van de btw', 'Purchases outside the scope of VAT', 'Nicht der MwSt. unterliegende Einkäufe'],
];

// oxfmt-ignore
const partlyDeducted: readonly PartlyDeductedRow[] = [
  ['P-M-6-D0', 'Achats de marchandises (TVA non déductible) 6 %', 'Aankopen van handelsgoederen (btw niet aftrekbaar) 6 %', 'Purchases of goods (VAT not deductible) 6%', 'Wareneinkäufe (MwSt. nicht abziehbar) 6 %'],
  ['P-M-12-D0', 'Achats de marchandises (TVA non déductible) 12 %', 'Aankopen van handelsgoederen (btw niet aftrekbaar) 12 %', 'Purchases of goods (VAT not deductible) 12%', 'Wareneinkäufe (MwSt. nicht abziehbar) 12 %'],
  ['P-M-21-D0', 'Achats de marchandises (TVA non déductible) 21 %', 'Aankopen van handelsgoederen (btw niet aftrekbaar) 21 %', 'Purchases of goods (VAT not deductible) 21%', 'Wareneinkäufe (MwSt. nicht abziehbar) 21 %'],
  ['P-S-6-D0', 'Services et biens divers (TVA non déductible) 6 %', 'Diensten en diverse goederen (btw niet aftrekbaar) 6 %', 'Services and other goods (VAT not deductible) 6%', 'Dienstleistungen und verschiedene Güter (MwSt. nicht abziehbar) 6 %'],
  ['P-S-12-D0', 'Services et biens divers (TVA non déductible) 12 %', 'Diensten en diverse goederen (btw niet aftrekbaar) 12 %', 'Services and other goods (VAT not deductible) 12%', 'Dienstleistungen und verschiedene Güter (MwSt. nicht abziehbar) 12 %'],
  ['P-S-21-D0', 'Services et biens divers (TVA non déductible) 21 %', 'Diensten en diverse goederen (btw niet aftrekbaar) 21 %', 'Services and other goods (VAT not deductible) 21%', 'Dienstleistungen und verschiedene Güter (MwSt. nicht abziehbar) 21 %'],
  ['P-I-6-D0', "Biens d'investissement (TVA non déductible) 6 %", 'Bedrijfsmiddelen (btw niet aftrekbaar) 6 %', 'Investment goods (VAT not deductible) 6%', 'Investitionsgüter (MwSt. nicht abziehbar) 6 %'],
  ['P-I-12-D0', "Biens d'investissement (TVA non déductible) 12 %", 'Bedrijfsmiddelen (btw niet aftrekbaar) 12 %', 'Investment goods (VAT not deductible) 12%', 'Investitionsgüter (MwSt. nicht abziehbar) 12 %'],
  ['P-I-21-D0', "Biens d'investissement (TVA non déductible) 21 %", 'Bedrijfsmiddelen (btw niet aftrekbaar) 21 %', 'Investment goods (VAT not deductible) 21%', 'Investitionsgüter (MwSt. nicht abziehbar) 21 %'],
  ['P-M-IC-6-D0', 'Acquisitions intracommunautaires de marchandises (TVA non déductible) 6 %', 'Intracommunautaire verwervingen van handelsgoederen (btw niet aftrekbaar) 6 %', 'Intra-Community acquisitions of goods (VAT not deductible) 6%', 'Innergemeinschaftliche Warenerwerbe (MwSt. nicht abziehbar) 6 %'],
  ['P-M-IC-12-D0', 'Acquisitions intracommunautaires de marchandises (TVA non déductible) 12 %', 'Intracommunautaire verwervingen van handelsgoederen (btw niet aftrekbaar) 12 %', 'Intra-Community acquisitions of goods (VAT not deductible) 12%', 'Innergemeinschaftliche Warenerwerbe (MwSt. nicht abziehbar) 12 %'],
  ['P-M-IC-21-D0', 'Acquisitions intracommunautaires de marchandises (TVA non déductible) 21 %', 'Intracommunautaire verwervingen van handelsgoederen (btw niet aftrekbaar) 21 %', 'Intra-Community acquisitions of goods (VAT not deductible) 21%', 'Innergemeinschaftliche Warenerwerbe (MwSt. nicht abziehbar) 21 %'],
  ['P-S-ICG-6-D0', 'Acquisitions intracommunautaires de biens divers (TVA non déductible) 6 %', 'Intracommunautaire verwervingen van diverse goederen (btw niet aftrekbaar) 6 %', 'Intra-Community acquisitions of other goods (VAT not deductible) 6%', 'Innergemeinschaftliche Erwerbe verschiedener Güter (MwSt. nicht abziehbar) 6 %'],
  ['P-S-ICG-12-D0', 'Acquisitions intracommunautaires de biens divers (TVA non déductible) 12 %', 'Intracommunautaire verwervingen van diverse goederen (btw niet aftrekbaar) 12 %', 'Intra-Community acquisitions of other goods (VAT not deductible) 12%', 'Innergemeinschaftliche Erwerbe verschiedener Güter (MwSt. nicht abziehbar) 12 %'],
  ['P-S-ICG-21-D0', 'Acquisitions intracommunautaires de biens divers (TVA non déductible) 21 %', 'Intracommunautaire verwervingen van diverse goederen (btw niet aftrekbaar) 21 %', 'Intra-Community acquisitions of other goods (VAT not deductible) 21%', 'Innergemeinschaftliche Erwerbe verschiedener Güter (MwSt. nicht abziehbar) 21 %'],
  ['P-S-IC-21-D0', 'Services intracommunautaires reçus (TVA non déductible) 21 %', 'Ontvangen intracommunautaire diensten (btw niet aftrekbaar) 21 %', 'Intra-Community services received (VAT not deductible) 21%', 'Erhaltene innergemeinschaftliche Dienstleistungen (MwSt. nicht abziehbar) 21 %'],
  ['P-S-EXS-21-D0', 'Services reçus de prestataires hors Union européenne (TVA non déductible) 21 %', 'Diensten ontvangen van dienstverrichters buiten de Europese Unie (btw niet aftrekbaar) 21 %', 'Services received from suppliers outside the European Union (VAT not deductible) 21%', 'Dienstleistungen von Anbietern außerhalb der Europäischen Union (MwSt. nicht abziehbar) 21 %'],
  ['P-S-CC-21-D0', 'Services et biens divers - cocontractant (TVA non déductible) 21 %', 'Diensten en diverse goederen - medecontractant (btw niet aftrekbaar) 21 %', 'Services and other goods - domestic reverse charge (VAT not deductible) 21%', 'Dienstleistungen und verschiedene Güter - Steuerschuld des Vertragspartners (MwSt. nicht abziehbar) 21 %'],
  ['P-I-IC-6-D0', "Acquisitions intracommunautaires de biens d'investissement (TVA non déductible) 6 %", 'Intracommunautaire verwervingen van bedrijfsmiddelen (btw niet aftrekbaar) 6 %', 'Intra-Community acquisitions of investment goods (VAT not deductible) 6%', 'Innergemeinschaftliche Erwerbe von Investitionsgütern (MwSt. nicht abziehbar) 6 %'],
  ['P-I-IC-12-D0', "Acquisitions intracommunautaires de biens d'investissement (TVA non déductible) 12 %", 'Intracommunautaire verwervingen van bedrijfsmiddelen (btw niet aftrekbaar) 12 %', 'Intra-Community acquisitions of investment goods (VAT not deductible) 12%', 'Innergemeinschaftliche Erwerbe von Investitionsgütern (MwSt. nicht abziehbar) 12 %'],
  ['P-I-IC-21-D0', "Acquisitions intracommunautaires de biens d'investissement (TVA non déductible) 21 %", 'Intracommunautaire verwervingen van bedrijfsmiddelen (btw niet aftrekbaar) 21 %', 'Intra-Community acquisitions of investment goods (VAT not deductible) 21%', 'Innergemeinschaftliche Erwerbe von Investitionsgütern (MwSt. nicht abziehbar) 21 %'],
  ['P-S-21-D35', 'Frais de voiture (TVA déductible à 35 %) 21 %', 'Autokosten (btw 35 % aftrekbaar) 21 %', 'Car expenses (VAT 35% deductible) 21%', 'Fahrzeugkosten (MwSt. zu 35 % abziehbar) 21 %'],
  ['P-S-21-D50', 'Frais de voiture (TVA déductible à 50 %) 21 %', 'Autokosten (btw 50 % aftrekbaar) 21 %', 'Car expenses (VAT 50% deductible) 21%', 'Fahrzeugkosten (MwSt. zu 50 % abziehbar) 21 %'],
  ['P-S-21-D75', 'Frais à usage mixte (TVA déductible à 75 %) 21 %', 'Kosten voor gemengd gebruik (btw 75 % aftrekbaar) 21 %', 'Mixed-use expenses (VAT 75% deductible) 21%', 'Gemischt genutzte Aufwendungen (MwSt. zu 75 % abziehbar) 21 %'],
  ['P-S-21-D85', 'Frais de camionnette (TVA déductible à 85 %) 21 %', 'Kosten van lichte vracht (btw 85 % aftrekbaar) 21 %', 'Van expenses (VAT 85% deductible) 21%', 'Lieferwagenkosten (MwSt. zu 85 % abziehbar) 21 %'],
  ['P-S-IC-21-D35', 'Frais de voiture, services intracommunautaires (TVA déductible à 35 %) 21 %', 'Autokosten, intracommunautaire diensten (btw 35 % aftrekbaar) 21 %', 'Car expenses, intra-Community services (VAT 35% deductible) 21%', 'Fahrzeugkosten, innergemeinschaftliche Dienstleistungen (MwSt. zu 35 % abziehbar) 21 %'],
  ['P-S-IC-21-D50', 'Frais de voiture, services intracommunautaires (TVA déductible à 50 %) 21 %', 'Autokosten, intracommunautaire diensten (btw 50 % aftrekbaar) 21 %', 'Car expenses, intra-Community services (VAT 50% deductible) 21%', 'Fahrzeugkosten, innergemeinschaftliche Dienstleistungen (MwSt. zu 50 % abziehbar) 21 %'],
  ['P-S-ICG-21-D35', 'Frais de voiture, acquisitions intracommunautaires de biens (TVA déductible à 35 %) 21 %', 'Autokosten, intracommunautaire verwervingen van goederen (btw 35 % aftrekbaar) 21 %', 'Car expenses, intra-Community acquisitions of goods (VAT 35% deductible) 21%', 'Fahrzeugkosten, innergemeinschaftliche Erwerbe von Gütern (MwSt. zu 35 % abziehbar) 21 %'],
  ['P-S-ICG-21-D50', 'Frais de voiture, acquisitions intracommunautaires de biens (TVA déductible à 50 %) 21 %', 'Autokosten, intracommunautaire verwervingen van goederen (btw 50 % aftrekbaar) 21 %', 'Car expenses, intra-Community acquisitions of goods (VAT 50% deductible) 21%', 'Fahrzeugkosten, innergemeinschaftliche Erwerbe von Gütern (MwSt. zu 50 % abziehbar) 21 %'],
  ['P-S-ICG-21-D75', 'Frais à usage mixte, acquisitions intracommunautaires de biens (TVA déductible à 75 %) 21 %', 'Kosten voor gemengd gebruik, intracommunautaire verwervingen van goederen (btw 75 % aftrekbaar) 21 %', 'Mixed-use expenses, intra-Community acquisitions of goods (VAT 75% deductible) 21%', 'Gemischt genutzte Aufwendungen, innergemeinschaftliche Erwerbe von Gütern (MwSt. zu 75 % abziehbar) 21 %'],
  ['P-S-ICG-21-D85', 'Frais de camionnette, acquisitions intracommunautaires de biens (TVA déductible à 85 %) 21 %', 'Kosten van lichte vracht, intracommunautaire verwervingen van goederen (btw 85 % aftrekbaar) 21 %', 'Van expenses, intra-Community acquisitions of goods (VAT 85% deductible) 21%', 'Lieferwagenkosten, innergemeinschaftliche Erwerbe von Gütern (MwSt. zu 85 % abziehbar) 21 %'],
  ['P-I-21-D35', 'Voitures (TVA déductible à 35 %) 21 %', 'Personenwagens (btw 35 % aftrekbaar) 21 %', 'Cars (VAT 35% deductible) 21%', 'Personenwagen (MwSt. zu 35 % abziehbar) 21 %'],
  ['P-I-21-D50', 'Voitures (TVA déductible à 50 %) 21 %', 'Personenwagens (btw 50 % aftrekbaar) 21 %', 'Cars (VAT 50% deductible) 21%', 'Personenwagen (MwSt. zu 50 % abziehbar) 21 %'],
  ['P-I-21-D75', "Biens d'investissement à usage mixte (TVA déductible à 75 %) 21 %", 'Bedrijfsmiddelen voor gemengd gebruik (btw 75 % aftrekbaar) 21 %', 'Mixed-use investment goods (VAT 75% deductible) 21%', 'Gemischt genutzte Investitionsgüter (MwSt. zu 75 % abziehbar) 21 %'],
  ['P-I-21-D85', 'Camionnettes (TVA déductible à 85 %) 21 %', 'Lichte vracht (btw 85 % aftrekbaar) 21 %', 'Vans (VAT 85% deductible) 21%', 'Lieferwagen (MwSt. zu 85 % abziehbar) 21 %'],
  ['P-I-IC-21-D35', 'Voitures, acquisitions intracommunautaires (TVA déductible à 35 %) 21 %', 'Personenwagens, intracommunautaire verwervingen (btw 35 % aftrekbaar) 21 %', 'Cars, intra-Community acquisitions (VAT 35% deductible) 21%', 'Personenwagen, innergemeinschaftliche Erwerbe (MwSt. zu 35 % abziehbar) 21 %'],
  ['P-I-IC-21-D50', 'Voitures, acquisitions intracommunautaires (TVA déductible à 50 %) 21 %', 'Personenwagens, intracommunautaire verwervingen (btw 50 % aftrekbaar) 21 %', 'Cars, intra-Community acquisitions (VAT 50% deductible) 21%', 'Personenwagen, innergemeinschaftliche Erwerbe (MwSt. zu 50 % abziehbar) 21 %'],
  ['P-I-IC-21-D75', "Biens d'investissement à usage mixte, acquisitions intracommunautaires (TVA déductible à 75 %) 21 %", 'Bedrijfsmiddelen voor gemengd gebruik, intracommunautaire verwervingen (btw 75 % aftrekbaar) 21 %', 'Mixed-use investment goods, intra-Community acquisitions (VAT 75% deductible) 21%', 'Gemischt genutzte Investitionsgüter, innergemeinschaftliche Erwerbe (MwSt. zu 75 % abziehbar) 21 %'],
  ['P-I-IC-21-D85', 'Camionnettes, acquisitions intracommunautaires (TVA déductible à 85 %) 21 %', 'Lichte vracht, intracommunautaire verwervingen (btw 85 % aftrekbaar) 21 %', 'Vans, intra-Community acquisitions (VAT 85% deductible) 21%', 'Lieferwagen, innergemeinschaftliche Erwerbe (MwSt. zu 85 % abziehbar) 21 %'],
];

/** The account that the tax owed is booked on, by the box that it is declared in. */
const dueAccounts: Readonly<Record<string, string>> = {
  '54': '451000',
  '55': '451055',
  '56': '451056',
  '57': '451057',
};

const DEDUCTIBLE_ACCOUNT = '411000';

const intraListing: Readonly<Record<string, PackVatCode['intraListing']>> = {
  'S-IC-G': 'L',
  'S-IC-T': 'T',
  'S-IC-S': 'S',
};

export const vatCodes: readonly PackVatCode[] = [
  ...sales.map(sale),
  ...purchases.map((row) => purchase(row, '100')),
  ...partlyDeducted.map(partlyDeductedPurchase),
];

function sale(row: SaleRow): PackVatCode {
  const [code, kind, nature, rate, base, due, creditNoteBase, creditNoteDue, fr, nl, en, de] = row;
  const dueEffects = effects(due);
  return {
    code,
    labels: toLabels(fr, nl, en, de),
    direction: 'sale',
    kind,
    nature,
    rate,
    deductibleRate: '100.00',
    exigibility: 'invoice',
    dueAccount: dueAccountOf(dueEffects),
    deductibleAccount: null,
    intraListing: intraListing[code] ?? null,
    boxes: {
      invoice: { base: effects(base), due: dueEffects, deductible: [], nonDeductible: [] },
      creditNote: { base: effects(creditNoteBase), due: effects(creditNoteDue), deductible: [], nonDeductible: [] },
    },
  };
}

function partlyDeductedPurchase([code, ...labels]: PartlyDeductedRow): PackVatCode {
  const [whole, percentage] = code.split('-D') as [string, string];
  const row = purchases.find(([candidate]) => candidate === whole);
  if (row === undefined) throw new Error(`No VAT code ${whole} for ${code}`);
  const [, kind, nature, rate, base, due, deductible, creditNoteBase, creditNoteDue, creditNoteDeductible] = row;
  const isDeducted = percentage !== '0';
  return purchase(
    [
      code,
      kind === 'standard' && !isDeducted ? 'non_deductible' : kind,
      nature,
      rate,
      base,
      due,
      isDeducted ? deductible : '',
      creditNoteBase,
      creditNoteDue,
      isDeducted ? creditNoteDeductible : '',
      ...labels,
    ],
    percentage,
  );
}

function purchase(row: PurchaseRow, deductiblePercentage: string): PackVatCode {
  const [code, kind, nature, rate, base, due, deductible, ...rest] = row;
  const [creditNoteBase, creditNoteDue, creditNoteDeductible, fr, nl, en, de] = rest;
  const dueEffects = effects(due);
  const deductibleEffects = effects(deductible);
  return {
    code,
    labels: toLabels(fr, nl, en, de),
    direction: 'purchase',
    kind,
    nature,
    rate,
    deductibleRate: `${deductiblePercentage}.00`,
    exigibility: 'invoice',
    dueAccount: dueAccountOf(dueEffects),
    deductibleAccount: deductibleEffects.length > 0 ? DEDUCTIBLE_ACCOUNT : null,
    intraListing: null,
    boxes: {
      invoice: {
        base: effects(base),
        due: dueEffects,
        deductible: deductibleEffects,
        nonDeductible: costOf(base, rate, kind),
      },
      creditNote: {
        base: effects(creditNoteBase),
        due: effects(creditNoteDue),
        deductible: effects(creditNoteDeductible),
        nonDeductible: costOf(creditNoteBase, rate, kind),
      },
    },
  };
}

function effects(boxes: Boxes): readonly BoxEffect[] {
  if (boxes === '') return [];
  return boxes.split(' ').map((effect) => ({ box: effect.slice(1), sign: effect.startsWith('-') ? -1 : 1 }));
}

function dueAccountOf(due: readonly BoxEffect[]): string | null {
  return due[0] === undefined ? null : (dueAccounts[due[0].box] ?? null);
}

/**
 * Tax that is not deducted is a cost, so it joins the base in 81 to 83, and in 85 when it stood on the credit note of the
 * supplier: the tax of a reverse charge, or paid to customs, never does.
 */
function costOf(base: Boxes, rate: string, kind: VatKind): readonly BoxEffect[] {
  if (rate === '0.00') return [];
  const isOnTheNote = kind === 'standard' || kind === 'non_deductible';
  const boxes = isOnTheNote ? ['81', '82', '83', '85'] : ['81', '82', '83'];
  return effects(base).filter(({ box }) => boxes.includes(box));
}
