// Applies the filters as soon as one of them changes, as shops do.
const filters = document.getElementById('filters');
filters.addEventListener('change', () => filters.requestSubmit());
