FROM node:20-bookworm-slim
WORKDIR /srv/grandlivre
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
RUN npm run build
USER node
CMD ["node", "--enable-source-maps", "dist/main.js"]
