# The gateway for production (the default target), and the sandbox bank for trying it (target `sandbox`).
# Build: docker build -t passbook-gateway .        docker build -t passbook-sandbox --target sandbox .

FROM node:24-bookworm-slim AS sources
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN npm ci
COPY . .

# Checks the flows, then builds the web app, the gateway, the bundles with their proofs, the SBOM and the NOTICE.
FROM sources AS build
RUN npm run build

# What the gateway imports when it runs: no compiler, no bundler, no tests, no packages of the web app, and no source maps.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY .npmrc ./
COPY --from=build /app/build ./
RUN npm ci --omit=dev && npm cache clean --force && find node_modules -name '*.map' -type f -delete

FROM sources AS sandbox
ENV PORT=3000 SANDBOX_PORT=3001 SANDBOX_HOST=0.0.0.0
USER node
EXPOSE 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:3001/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/tsx", "gateway/main.ts", "--sandbox"]

FROM node:24-bookworm-slim AS production
WORKDIR /app
ENV NODE_ENV=production PORT=3000
COPY package.json ./
COPY gateway/schema.graphql gateway/schema.graphql
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY --from=build /app/dist dist
COPY --from=build /app/.bundles .bundles
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/main.js", "--serve"]
