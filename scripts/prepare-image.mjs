// The last step of the image: removes the tools that have built the program, and lists the packages that are left in
// sbom.cdx.json (CycloneDX). Run in the build stage of the Dockerfile, never in a checkout.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const BUILD_TOOLS = [
  ...['node_modules/esbuild', 'node_modules/@esbuild', 'node_modules/.bin/esbuild'],
  ...['node_modules/marked', 'node_modules/.bin/marked', 'node_modules/minisearch'],
];

if (existsSync('.git')) {
  console.error('scripts/prepare-image.mjs removes packages: it runs in the build of the image only');
  process.exit(1);
}
for (const path of BUILD_TOOLS) rmSync(path, { recursive: true, force: true });

// From the lock file, without those that are not installed: packages of other platforms and of the development.
// `--omit=dev` would also leave out packages that are needed in both.
const listing = execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const sbom = JSON.parse(listing);
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const installed = new Set(
  Object.entries(packages)
    .filter(([path]) => path !== '' && existsSync(path))
    .map(([path, { name = path.split('node_modules/').at(-1), version }]) => `${name}@${version}`),
);
const components = sbom.components.filter(({ name, version }) => installed.has(`${name}@${version}`));
const known = new Set([sbom.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
const dependencies = sbom.dependencies
  .filter(({ ref }) => known.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => known.has(other)) }));
writeFileSync('sbom.cdx.json', `${JSON.stringify({ ...sbom, components, dependencies }, null, 2)}\n`);
