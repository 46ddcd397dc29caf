/** Shows the progress of a long command: in place at a terminal, else a line now and then. */
export function createProgress(): { readonly report: (text: string) => void; readonly end: () => void } {
  const isTerminal = process.stderr.isTTY;
  const everyMs = isTerminal ? 100 : 2_000;
  let lastAt = -Infinity;
  return {
    report(text) {
      if (performance.now() - lastAt < everyMs) return;
      lastAt = performance.now();
      process.stderr.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`);
    },
    end() {
      if (isTerminal && lastAt > 0) process.stderr.write('\r\u001b[K');
    },
  };
}
