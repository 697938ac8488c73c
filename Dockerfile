# The server as an image: what running needs, as bun.lock names it, under a user that owns nothing but its data.
FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json bun.lock ./
COPY hosts/install.mjs hosts/install.mjs
RUN node hosts/install.mjs --running

FROM node:22-bookworm-slim
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json bun.lock LICENSE .env.example ./
COPY kernel kernel
COPY openapi openapi
COPY plugins plugins
COPY hosts hosts
RUN ln -s /app/hosts/docsvc.mjs /usr/local/bin/docsvc && install -d -o node -g node /data
ENV DATA_DIR=/data PORT=3000
VOLUME /data
EXPOSE 3000
USER node
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/bun", "hosts/docsvc.ts", "serve"]
