// Reports known vulnerabilities of the installed packages. Exit code 0: none, 1: some, 2: no registry answered.
// Meant to run once a week: 0 6 * * 1 npm run --silent advisories
import { spawnSync } from 'node:child_process';

const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000 });
const report = parse(stdout);
if (error || report?.vulnerabilities === undefined) {
  process.stderr.write(
    `No advisories: ${report?.error?.summary || report?.message || error?.message || 'no registry answered'}\n`,
  );
  process.exit(2);
}
const found = Object.values(report.vulnerabilities);
for (const { name, severity, range, fixAvailable } of found)
  process.stdout.write(`${severity}: ${name} ${range}${fixAvailable ? ' (a fixed version exists)' : ''}\n`);
process.stdout.write(`${found.length} packages with known vulnerabilities\n`);
process.exitCode = found.length > 0 ? 1 : 0;

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
