/** Names under which an invoice is embedded in a PDF, the most telling first: Factur-X, then ZUGFeRD 2 and 1, then XRechnung. */
const INVOICE_NAMES: readonly string[] = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml'];

/** Which of the attachments of a PDF is its invoice; null when none is. Case and folders before a name do not matter. */
export function pickInvoiceAttachment(names: readonly string[]): string | null {
  const plain = (name: string): string =>
    name
      .replace(/^.*[/\\]/, '')
      .trim()
      .toLowerCase();
  for (const wanted of INVOICE_NAMES) {
    const found = names.find((name) => plain(name) === wanted);
    if (found !== undefined) return found;
  }
  return null;
}
