// Offers the shop's search and its cart as tools (WebMCP), where the browser has such: what a person does by clicks, a program does by calls.
if (document.modelContext) {
  const read = async (/** @type {Response} */ response) => new DOMParser().parseFromString(await response.text(), 'text/html');
  const textOf = (/** @type {ParentNode} */ page, /** @type {string} */ place) => page.querySelector(place)?.textContent ?? '';
  document.modelContext.registerTool({
    name: 'search_products',
    description: 'Finds products of the shop. Answers with id, name, price and stock of each.',
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'words of the product' },
        in_stock: { type: 'boolean', description: 'only what is in stock' },
        max_price: { type: 'integer', description: 'highest price in €' },
        sort: { type: 'string', enum: ['price', 'price-down', 'rating', 'name'] },
      },
      required: ['query'],
    },
    annotations: { readOnlyHint: true },
    async execute({ query, in_stock = false, max_price = '', sort = '' }) {
      const wanted = new URLSearchParams({ q: query, in_stock: in_stock ? '1' : '', max_price, sort });
      const page = await read(await fetch(`/shop?${wanted}`));
      return Array.from(page.querySelectorAll('a.card'), (card) => {
        const [name, price, stock] = Array.from(card.querySelectorAll('span'), (part) => part.textContent);
        return { id: card.getAttribute('href').split('/').pop(), name, price, stock };
      });
    },
  });
  document.modelContext.registerTool({
    name: 'add_to_cart',
    description: 'Puts a product into the cart. Answers with what the cart comes to.',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'the product, as search_products tells it' },
        quantity: { type: 'integer', minimum: 1, maximum: 20 },
      },
      required: ['id'],
    },
    async execute({ id, quantity = 1 }) {
      const response = await fetch('/shop/cart', { method: 'POST', body: new URLSearchParams({ id, quantity }) });
      const page = await read(response);
      if (!response.ok) throw new Error(textOf(page, '[role=alert]') || textOf(page, 'main p') || 'It was not added.');
      document.querySelector('nav[aria-label=Shop]')?.replaceWith(page.querySelector('nav[aria-label=Shop]'));
      return `${textOf(page, '[role=status]')} Total: ${textOf(page, 'main strong')}`;
    },
  });
}
