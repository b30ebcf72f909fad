// The stage of a lab: the element that holds its controls and takes the place of its image.

/** Put the stage before the lab's figure, and hide the image. The caption stays.
 * @param {HTMLElement} lab @param {HTMLElement} stage */
export const placeStage = (lab, stage) => {
  const figure = lab.querySelector("figure");
  figure?.before(stage);
  figure?.querySelectorAll("img").forEach((image) => {
    image.hidden = true;
  });
};

/** The element of the stage that a selector finds.
 * @param {HTMLElement} stage @param {string} selector @returns {HTMLElement} */
export const findIn = (stage, selector) => {
  const found = stage.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`no ${selector}`);
  return found;
};
