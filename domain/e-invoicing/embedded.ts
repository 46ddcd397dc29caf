/** Names of embedded invoices in a PDF, most specific first: Factur-X, then ZUGFeRD 2 and 1, then XRechnung. */
const INVOICE_NAMES: readonly string[] = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml'];

/** The attachment that contains the invoice; null if none. Case and folders are ignored. */
export function pickInvoiceAttachment(names: readonly string[]): string | null {
  const toPlainName = (name: string): string =>
    name
      .replace(/^.*[/\\]/, '')
      .trim()
      .toLowerCase();
  for (const wanted of INVOICE_NAMES) {
    const found = names.find((name) => toPlainName(name) === wanted);
    if (found !== undefined) return found;
  }
  return null;
}
