(function () {
  'use strict';
  var COLOURS = ['#9fb4c9', '#2f5d8a'];
  var GAIN = '#1b7f4b';
  var LOSS = '#b3261e';
  var ROW = 24;
  var GROUP_OF_TWO = 38;
  var AROUND = 84;

  function digits(most) {
    return new Intl.NumberFormat('en-US', {maximumFractionDigits: most});
  }

  function short(value, unit) {
    if (unit === 's') {
      return digits(3).format(value) + ' s';
    }
    return new Intl.NumberFormat('en-US', {notation: 'compact', maximumFractionDigits: 2}).format(value);
  }

  function series(chart) {
    return chart.series.map(function (one, place) {
      return {
        name: one.name,
        type: 'bar',
        barMaxWidth: 18,
        itemStyle: {color: COLOURS[chart.series.length === 1 ? 1 : place]},
        data: one.values.map(function (value) {
          var data = {value: value, label: {position: value === null || 0 > value ? 'left' : 'right'}};
          if (chart.signed) {
            data.itemStyle = {color: 0 > value ? LOSS : GAIN};
          }
          return data;
        }),
        label: {show: true, fontSize: 11, color: '#1c2430', formatter: function (item) {
          return short(item.value, chart.unit);
        }}
      };
    });
  }

  function option(chart) {
    return {
      animation: false,
      textStyle: {fontFamily: 'inherit'},
      grid: {left: 8, right: 90, top: chart.series.length === 1 ? 8 : 34, bottom: 34, containLabel: true},
      legend: {show: chart.series.length > 1, top: 0, left: 0, itemGap: 24},
      tooltip: {trigger: 'axis', axisPointer: {type: 'shadow'}, valueFormatter: function (value) {
        return value === null ? 'none' : digits(chart.unit === 's' ? 6 : 2).format(value) + ' ' + chart.unit;
      }},
      xAxis: {type: 'value', name: chart.unit, nameLocation: 'middle', nameGap: 26, splitNumber: 5,
        boundaryGap: chart.signed ? ['12%', 0] : [0, 0],
        axisLabel: {formatter: function (value) { return short(value, ''); }}},
      yAxis: {type: 'category', inverse: true, data: chart.categories, axisTick: {show: false},
        axisLine: {onZero: false}, axisLabel: {interval: 0}},
      series: series(chart)
    };
  }

  var drawn = JSON.parse(document.getElementById('charts').textContent).map(function (chart) {
    var place = document.getElementById(chart.id);
    var row = chart.series.length === 1 ? ROW : GROUP_OF_TWO;
    place.style.height = (AROUND + row * chart.categories.length) + 'px';
    var image = echarts.init(place, null, {renderer: 'svg'});
    image.setOption(option(chart));
    return image;
  });

  function resize() {
    drawn.forEach(function (image) { image.resize(); });
  }
  window.addEventListener('resize', resize);
  window.addEventListener('beforeprint', resize);
  window.addEventListener('afterprint', resize);
}());
