// What the pages of MiniWoB++ share, as far as its harness uses it.
var core = { EPISODE_MAX_TIME: 50, cover_div: document.createElement('div'), ended: false };
var WOB_DONE_GLOBAL = false, WOB_RAW_REWARD_GLOBAL = 0, WOB_REWARD_REASON = null;
Math.seedrandom = seed => { core.seed = seed; };
core.hideDisplay = () => {};
core.startEpisode = () => { document.querySelector('#query').textContent = 'Another episode began.'; };
core.getUtterance = () => document.querySelector('#query').textContent;
core.startEpisodeReal = () => {
  core.seed_at_start = core.seed;
  genProblem();
  core.timer = setTimeout(() => core.endEpisode(-1, 'timed out'), core.EPISODE_MAX_TIME);
};
core.endEpisode = (reward, reason) => {
  if (core.ended) return;
  core.ended = true;
  clearTimeout(core.timer);
  [WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL, WOB_REWARD_REASON] = [true, reward, reason];
  core.startEpisode();
};
