# Grandlivre in a container. The last stage has Node, the packages that the program needs and the built program: no
# sources, no development packages and no build tools. Only the volume and /tmp are written, so that the root
# filesystem can be read-only.
FROM node:24-bookworm-slim AS build
WORKDIR /srv/grandlivre
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN node scripts/build.mjs
# Removes what has built the program, and lists all other packages in sbom.cdx.json (CycloneDX).
RUN node scripts/prepare-image.mjs

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Grandlivre" \
      org.opencontainers.image.description="Accounting platform for firms in Belgium, France and Luxembourg"
WORKDIR /srv/grandlivre
COPY --from=build /srv/grandlivre/node_modules ./node_modules
COPY --from=build /srv/grandlivre/dist ./dist
COPY --from=build /srv/grandlivre/bin ./bin
COPY --from=build /srv/grandlivre/scripts/check-node.cjs ./scripts/
COPY --from=build /srv/grandlivre/package.json /srv/grandlivre/sbom.cdx.json ./
# A new volume gets the owner and the rights of this folder.
RUN ln -s grandlivre.mjs bin/grandlivre && install -d -o 1000 -g 1000 -m 0750 var
# The option gives new objects more room, as `npm start` does.
ENV NODE_ENV=production \
    NODE_OPTIONS=--max-semi-space-size=32 \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/srv/grandlivre/var \
    PATH=/srv/grandlivre/bin:$PATH
# The user node of the base image, as a number, so that Kubernetes sees that it is not root.
USER 1000:1000
VOLUME /srv/grandlivre/var
EXPOSE 8080 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "bin/healthcheck.mjs"]
CMD ["node", "dist/main.js"]
