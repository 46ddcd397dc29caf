/** Identifiers of the Peppol BIS Billing 3 specification. */
export const PEPPOL_CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
export const PEPPOL_PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** The same for invoices that the customer issues in the name of the supplier. */
export const SELF_BILLING_CUSTOMIZATION =
  'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0';
export const SELF_BILLING_PROFILE = 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0';

/** The European standard itself, which is also the specification of French invoices and the profile of Factur-X. */
export const EN16931_CUSTOMIZATION = 'urn:cen.eu:en16931:2017';
